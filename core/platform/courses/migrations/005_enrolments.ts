import type { Knex } from 'knex';

const goods = { course: 'course_members', classroom: 'classroom_members' };

/** Adds reason and end of the access of members: `bought` for students with a paid order, `granted` for all others. */
export async function up(knex: Knex): Promise<void> {
  for (const [kind, table] of Object.entries(goods)) {
    await knex.raw(`
      alter table ${table}
        add column access text not null default 'granted' check (access in ('granted', 'bought', 'free', 'covered')),
        add column deadline timestamptz`);
    await knex.raw(
      `update ${table} as member set access = 'bought'
       where role = 'student' and exists (
         select from orders where user_id = member.user_id and target_type = ? and target_id = member.${kind}_id
           and status in ('paid', 'success', 'fail', 'finished', 'refunding'))`,
      [kind],
    );
    await knex.raw(`create index ${table}_of_user on ${table} (user_id, id)`);
    await knex.raw(`drop index ${table}_user_id`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.values(goods)) {
    await knex.raw(`create index ${table}_user_id on ${table} (user_id)`);
    await knex.raw(`drop index ${table}_of_user`);
    await knex.raw(`alter table ${table} drop column access, drop column deadline`);
  }
}
