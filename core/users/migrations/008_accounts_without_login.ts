import type { Knex } from 'knex';

const withoutLogin = 'password_hash is null and pay_password_hash is null and email is null and mobile is null';
const others = 'select id from users where (service or destroyed) and not';

/**
 * Keeps passwords, e-mail addresses and mobile numbers from accounts of applications and cancelled accounts. Removes
 * those that managers have given to such accounts, and ends the tokens and JWTs that were issued for them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`delete from user_tokens where user_id in (${others} (${withoutLogin}))`);
  await knex.raw(
    `update users set password_hash = null, pay_password_hash = null, email = null, mobile = null,
       credentials_version = credentials_version + 1, revision = revision + 1
     where id in (${others} (${withoutLogin}))`,
  );
  await knex.raw(
    `alter table users add constraint users_without_login
       check (not (service or destroyed) or (${withoutLogin})) not valid`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users drop constraint users_without_login');
}
