import type { Knex } from 'knex';

/** Adds the version of the account that a link was made for. A link without a version is refused. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table email_links add column account_version text');
  await knex.raw(`
    update email_links set account_version = credentials_version || '.' || contacts_version
    from users where users.id = user_id`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table email_links drop column account_version');
}
