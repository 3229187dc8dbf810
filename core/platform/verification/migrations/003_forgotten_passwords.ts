import type { Knex } from 'knex';

const constraint = 'sms_outbox_type_check';

/** Permits SMS codes of the type `sms_forget_password`. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sms_outbox
      drop constraint ${constraint},
      add constraint ${constraint} check (type in ('register', 'sms_login', 'sms_bind', 'sms_forget_password'))`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("delete from sms_outbox where type = 'sms_forget_password'");
  await knex.raw(`
    alter table sms_outbox
      drop constraint ${constraint},
      add constraint ${constraint} check (type in ('register', 'sms_login', 'sms_bind'))`);
}
