-- Revises: V2
-- Created: 2026-11-30
-- Reason: staff switches tips on and off; the last word at each table is looked for at every start.

CREATE INDEX log_tips ON log (position) WHERE kind = 'table_tips';
