-- Limits that staff granted: looked for at every start, few among many entries.
CREATE INDEX log_limits ON log (position) WHERE kind = 'stake_limit';
