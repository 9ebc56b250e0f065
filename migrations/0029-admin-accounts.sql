-- What holds for an admin's account besides the role.
alter table account
  -- By another admin: every session ended, and none begins until its owner comes back by a mailed link.
  add column locked_at timestamptz,
  -- The email is new, or a proof of who they are was replaced by link, recovery code or decision: until then they confirm
  -- nothing that others proposed.
  add column held_until timestamptz,
  -- When somebody stopped being an admin: they still hear of what is decided on admins and on the shop's bank account.
  add column left_office_at timestamptz;
