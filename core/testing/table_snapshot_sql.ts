// SQL functions that store and restore rows. Generation 0 has the rows of a database snapshot file, generation 1 those of
// a started kernel. Generation 1 stores only tables that differ from generation 0.

/** Tables that generation 1 leaves out, because a running kernel depends on their rows. */
const ofKernel = `'lectern_migrations', 'lectern_leases', 'lectern_tables', 'jobs', 'event_subscribers'`;

const tables = `
  create function lectern_snapshot.tables(generation int) returns setof text language sql as $tables$
    select relname::text from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and (generation = 0 or relname not in (${ofKernel}))
  $tables$`;

/** Digest of the locations and writing transactions of rows. Changes with every added, changed or removed row. */
const mark = `
  create function lectern_snapshot.mark(name text, condition text default 'true') returns text language plpgsql as $mark$
  declare mark text;
  begin
    execute format(
      'select count(*) || '' '' || coalesce(sum(hashtextextended(xmin::text || ctid::text, 0)), 0) from %s where %s',
      name, condition
    ) into mark;
    return mark;
  end $mark$`;

/** Digest that changes with tables, indices, constraints, triggers, functions, types and schemas, except built-in ones. */
const catalogue = `
  create function lectern_snapshot.catalogue() returns text language sql as $catalogue$
    select string_agg(lectern_snapshot.mark('pg_catalog.' || name, field || '::oid >= 16384'), ' ' order by name)
    from (values ('pg_class', 'oid'), ('pg_attribute', 'attrelid'), ('pg_constraint', 'oid'), ('pg_index', 'indexrelid'),
      ('pg_trigger', 'oid'), ('pg_proc', 'oid'), ('pg_type', 'oid'), ('pg_namespace', 'oid')) parts (name, field)
  $catalogue$`;

/** Column list of a table for a statement, without generated columns, which cannot be written. */
const columns = `
  create function lectern_snapshot.columns(name text, prefix text) returns text language sql as $columns$
    select string_agg(prefix || quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = quote_ident(name)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  $columns$`;

const keep = `
  create function lectern_snapshot.keep(generation int) returns void language plpgsql as $keep$
  declare name text; mark text;
  begin
    for name in select lectern_snapshot.tables(keep.generation) loop
      mark := lectern_snapshot.mark(quote_ident(name));
      continue when mark = (lectern_snapshot.kept(name, keep.generation)).mark;
      insert into lectern_snapshot.kept_tables values (keep.generation, name, mark);
      execute format('insert into lectern_snapshot.kept_rows select $1, $2, one::text from %I one', name)
        using keep.generation, name;
    end loop;
    for name in select sequencename from pg_sequences where schemaname = current_schema() loop
      execute format('insert into lectern_snapshot.kept_sequences select $1, $2, last_value, is_called from %I', name)
        using keep.generation, name;
    end loop;
  end $keep$`;

const kept = `
  create function lectern_snapshot.kept(name text, generation int) returns lectern_snapshot.kept_tables language sql as $kept$
    select * from lectern_snapshot.kept_tables one
    where one.name = kept.name and one.generation <= kept.generation order by one.generation desc limit 1
  $kept$`;

/** Foreign keys are not checked during the restore, so that the order of tables does not matter. */
const restore = `
  create function lectern_snapshot.restore(generation int) returns text[] language plpgsql as $restore$
  declare name text; kept lectern_snapshot.kept_tables; restored text[] := '{}';
  begin
    perform set_config('session_replication_role', 'replica', true);
    for name in select lectern_snapshot.tables(restore.generation) loop
      kept := lectern_snapshot.kept(name, restore.generation);
      continue when kept is null or kept.mark = lectern_snapshot.mark(quote_ident(name));
      execute format('delete from %I', name);
      execute format(
        'insert into %1$I (%2$s) overriding system value select %3$s from (
          select line::%1$I as one from lectern_snapshot.kept_rows where generation = $1 and name = $2 offset 0) kept',
        name, lectern_snapshot.columns(name, ''), lectern_snapshot.columns(name, '(one).')
      ) using kept.generation, name;
      update lectern_snapshot.kept_tables one set mark = lectern_snapshot.mark(quote_ident(one.name))
        where one.name = kept.name and one.generation = kept.generation;
      restored := restored || name;
    end loop;
    perform setval(quote_ident(one.name)::regclass, one.value, one.called) from lectern_snapshot.kept_sequences one
      where one.generation = restore.generation and to_regclass(quote_ident(one.name)) is not null;
    return restored;
  end $restore$`;

/** Stores rows that were written after the snapshot, such as the token of a signed-in user. */
const include = `
  create function lectern_snapshot.include(name text, field text, value text) returns void language plpgsql as $include$
  declare kept lectern_snapshot.kept_tables;
  begin
    -- Serializes concurrent calls: the first call for a table copies its rows from generation 0.
    perform pg_advisory_xact_lock(hashtext('lectern_snapshot'));
    kept := lectern_snapshot.kept(name, 1);
    if kept.generation = 0 then
      insert into lectern_snapshot.kept_tables values (1, name, kept.mark);
      insert into lectern_snapshot.kept_rows select 1, one.name, line from lectern_snapshot.kept_rows one
        where one.generation = 0 and one.name = include.name;
    end if;
    execute format(
      'delete from lectern_snapshot.kept_rows where generation = 1 and name = $1 and (line::%I).%I::text = $2', name, field
    ) using name, value;
    execute format(
      'insert into lectern_snapshot.kept_rows select 1, $1, one::text from %I one where %I::text = $2', name, field
    ) using name, value;
  end $include$`;

/** Restores generation 0, or raises an exception if the catalogue has changed. Called by `spare_cluster.ts`. */
const restoreForReuse = `
  create function lectern_snapshot.restore_for_reuse() returns void language plpgsql as $restore_for_reuse$
  begin
    if lectern_snapshot.catalogue() <> (select mark from lectern_snapshot.kept_catalogue) then
      raise exception 'tables are not those of the snapshot';
    end if;
    delete from lectern_snapshot.kept_tables where generation > 0;
    delete from lectern_snapshot.kept_rows where generation > 0;
    delete from lectern_snapshot.kept_sequences where generation > 0;
    perform lectern_snapshot.restore(0);
  end $restore_for_reuse$`;

/** Creates the schema with the functions, and the tables of stored rows. */
export const tableSnapshotSql = [
  'create schema lectern_snapshot',
  'create table lectern_snapshot.kept_tables (generation int, name text, mark text not null, primary key (generation, name))',
  'create table lectern_snapshot.kept_rows (generation int not null, name text not null, line text not null)',
  'create table lectern_snapshot.kept_sequences (generation int, name text, value bigint not null, called boolean not null)',
  'create table lectern_snapshot.kept_catalogue (mark text not null)',
  tables,
  mark,
  catalogue,
  columns,
  kept,
  keep,
  restore,
  include,
  restoreForReuse,
].join(';\n');

/** Stores generation 0: all rows, and the digest of the catalogue. */
export const keepFileSql = `
  select lectern_snapshot.keep(0);
  insert into lectern_snapshot.kept_catalogue select lectern_snapshot.catalogue()`;

/** Whether the schema with the functions exists. */
export const presentSql = `select to_regnamespace('lectern_snapshot') is not null as present`;

/** Stores generation 1: tables that differ from generation 0, if there is one, except those of `ofKernel`. */
export const keepSql = 'select lectern_snapshot.keep(1)';

/** Adds rows to generation 1. Bindings: table, column, value of the column in these rows. */
export const includeSql = 'select lectern_snapshot.include(?, ?, ?)';

/** Restores changed tables to generation 1. @returns their names, as `tables` */
export const restoreSql = 'select lectern_snapshot.restore(1) as tables';
