-- The orders that the description names, read by the parser of references (shared/src/platform/order-reference.ts). Null
-- until a server of this release has read the line: of older lines, and of those that an older server adds beside it.
alter table bank_line add column named_orders bigint[];
