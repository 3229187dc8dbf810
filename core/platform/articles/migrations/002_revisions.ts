import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table articles add column revision bigint not null default 1');
  await knex.raw('alter table article_categories add column revision bigint not null default 1');
  // Managers list articles of all statuses, so that these indexes start with the sort order.
  const published = 'published_at desc nulls last';
  const orders = ['created_at desc', 'updated_at desc', `sticky desc, ${published}`, published, 'hits desc'];
  for (const [index, order] of orders.entries()) {
    await knex.raw(`create index articles_managed_${index + 1} on articles (${order}, id desc)`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const number of [1, 2, 3, 4, 5]) await knex.raw(`drop index articles_managed_${number}`);
  await knex.raw('alter table article_categories drop column revision');
  await knex.raw('alter table articles drop column revision');
}
