-- Creates the portal's unprivileged role and the owner of the ledger, so that the migrating role need not create roles.
-- Run once as an administrator of the server, before the first migration:
-- psql -v owner=portal_owner -v app_password=… -f roles.sql
create role portal_app login password :'app_password';
create role ledger_owner nologin;
grant portal_app, ledger_owner to :"owner";
alter role portal_app set timezone = 'UTC';
alter role portal_app set datestyle = 'ISO, MDY';
alter role portal_app set jit = 'off';
alter role portal_app set default_transaction_isolation = 'read committed';
