-- Rows of the projections are loaded and saved by statements that follow from the description of their tables
-- (server/src/platform/read-model/projection-tables.ts).
drop function projection.load_rows;
drop function projection.save_rows;
drop function projection.save_member_paths;
drop function projection_next.load_rows;
drop function projection_next.save_rows;
drop function projection_next.save_member_paths;
