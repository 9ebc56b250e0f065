-- Rows of the projections are loaded and saved by statements that follow from the description of their tables
-- (server/src/platform/read-model/projection-tables.ts).
drop function projection.load_rows, projection.save_rows, projection.save_member_paths,
  projection_next.load_rows, projection_next.save_rows, projection_next.save_member_paths;
