import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  for (const table of ['course_members', 'classroom_members']) {
    await knex.raw(`alter table ${table} add column revision bigint not null default 1 check (revision > 0)`);
  }
  await knex.raw('alter table courses rename column expires_from to expiry_start_at');
  await knex.raw('alter table courses rename column expires_at to expiry_end_at');
  await knex.raw('alter table courses add column is_free boolean not null default false');
  await knex.raw('update courses set is_free = true where price = 0');
  await knex.raw('alter table courses add constraint courses_free_costs_nothing check (not is_free or price = 0)');
  await knex.raw(`
    alter table courses add constraint courses_expiry_is_said check (case expiry_mode
      when 'days' then expiry_days > 0
      when 'date' then expiry_start_at is not null and expiry_end_at is not null and expiry_start_at < expiry_end_at
      when 'end_date' then expiry_end_at is not null
      else true
    end)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table courses drop constraint courses_expiry_is_said');
  await knex.raw('alter table courses drop column is_free');
  await knex.raw('alter table courses rename column expiry_end_at to expires_at');
  await knex.raw('alter table courses rename column expiry_start_at to expires_from');
  for (const table of ['course_members', 'classroom_members']) {
    await knex.raw(`alter table ${table} drop column revision`);
  }
}
