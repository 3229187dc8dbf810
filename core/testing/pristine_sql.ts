// What the kernel keeps of its own work is not put back: what runs meanwhile stands on it.
const kept = `'lectern_migrations', 'lectern_leases', 'lectern_tables', 'jobs', 'event_subscribers'`;

const tables = `
  select relname as name from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not in (${kept})`;

/** Differs as soon as a row was added, changed or removed: each has its place and the transaction that wrote it. */
const mark = `
  create function lectern_pristine.mark(name text) returns text language plpgsql as $mark$
  declare mark text;
  begin
    execute format(
      'select count(*) || '' '' || coalesce(sum(hashtextextended(xmin::text || ctid::text, 0)), 0) from %I', name
    ) into mark;
    return mark;
  end $mark$`;

/** What the database computes by itself cannot be written. */
const columns = `
  create function lectern_pristine.columns(name text) returns text language sql as $columns$
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = quote_ident(name)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  $columns$`;

const copy = `
  create function lectern_pristine.copy() returns void language plpgsql as $copy$
  declare one record; filled boolean;
  begin
    for one in ${tables} loop
      execute format('select exists (select 1 from %I)', one.name) into filled;
      if filled then
        execute format('create unlogged table lectern_pristine.%I as table %I', one.name, one.name);
      end if;
      insert into lectern_pristine.lectern_marks values (one.name, lectern_pristine.mark(one.name));
    end loop;
    for one in select sequencename as name from pg_sequences where schemaname = current_schema() loop
      execute format('insert into lectern_pristine.lectern_sequences select %L, last_value, is_called from %1$I', one.name);
    end loop;
  end $copy$`;

/** References are not checked meanwhile, so that the order of the tables does not matter. */
const restore = `
  create function lectern_pristine.restore() returns text[] language plpgsql as $restore$
  declare one record; restored text[] := '{}';
  begin
    perform set_config('session_replication_role', 'replica', true);
    for one in select marks.* from lectern_pristine.lectern_marks marks join (${tables}) present using (name) loop
      continue when lectern_pristine.mark(one.name) = one.mark;
      execute format('delete from %I', one.name);
      if to_regclass(format('lectern_pristine.%I', one.name)) is not null then
        execute format('insert into %I (%s) overriding system value select %2$s from lectern_pristine.%1$I',
          one.name, lectern_pristine.columns(one.name));
      end if;
      update lectern_pristine.lectern_marks set mark = lectern_pristine.mark(one.name) where name = one.name;
      restored := restored || one.name::text;
    end loop;
    perform setval(quote_ident(kept.name)::regclass, kept.value, kept.called)
      from lectern_pristine.lectern_sequences kept where to_regclass(quote_ident(kept.name)) is not null;
    return restored;
  end $restore$`;

/** Rows that are written later can be part of what is put back, too. */
const include = `
  create function lectern_pristine.include(name text, field text, value text) returns void language plpgsql as $include$
  begin
    -- Several may be signed in at once, and the first of them makes the table.
    perform pg_advisory_xact_lock(hashtext('lectern_pristine'));
    if to_regclass(format('lectern_pristine.%I', name)) is null then
      execute format('create unlogged table lectern_pristine.%1$I (like %1$I)', name);
    end if;
    execute format('delete from lectern_pristine.%I where %I::text = %L', name, field, value);
    execute format('insert into lectern_pristine.%1$I select * from %1$I where %2$I::text = %3$L', name, field, value);
  end $include$`;

/** Copies every table that holds rows, and notes what all tables and sequences are like. */
export const copySql = [
  'create schema lectern_pristine',
  'create unlogged table lectern_pristine.lectern_marks (name text primary key, mark text not null)',
  'create unlogged table lectern_pristine.lectern_sequences (name text primary key, value bigint not null, called boolean not null)',
  mark,
  columns,
  copy,
  restore,
  include,
  'select lectern_pristine.copy()',
].join(';\n');

/** Adds the rows of a table that have a value in a column. */
export const includeSql = 'select lectern_pristine.include(?, ?, ?)';

/** Puts back what was touched. @returns the names of those tables, as `tables` */
export const restoreSql = 'select lectern_pristine.restore() as tables';
