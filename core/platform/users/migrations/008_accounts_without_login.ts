import type { Knex } from 'knex';

const withoutLogin = 'password_hash is null and pay_password_hash is null and email is null and mobile is null';
const others = 'select id from users where (service or destroyed) and not';

/**
 * Removes passwords, e-mail addresses and mobile numbers that managers have given to accounts of applications and to
 * cancelled accounts, and ends the tokens and JWTs that were issued for them. Keeps new ones from applications.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`delete from user_tokens where user_id in (${others} (${withoutLogin}))`);
  await knex.raw(
    `update users set password_hash = null, pay_password_hash = null, email = null, mobile = null,
       credentials_version = credentials_version + 1, revision = revision + 1
     where id in (${others} (${withoutLogin}))`,
  );
  await knex.raw(
    `alter table users add constraint users_service_without_login
       check (not service or (${withoutLogin})) not valid`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users drop constraint users_service_without_login');
}
