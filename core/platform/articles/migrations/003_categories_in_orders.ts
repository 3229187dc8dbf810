import type { Knex } from 'knex';

const published = 'published_at desc nulls last';
const orders = ['created_at desc', 'updated_at desc', `sticky desc, ${published}`, published, 'hits desc'];

/**
 * Adds the category to the indexes of the sort orders. Pages of one category are then found without reading the table.
 */
export async function up(knex: Knex): Promise<void> {
  await createOrders(knex, 'include (category_id)');
}

export async function down(knex: Knex): Promise<void> {
  await createOrders(knex, '');
}

async function createOrders(knex: Knex, included: string): Promise<void> {
  for (const [index, order] of orders.entries()) {
    for (const [name, first] of [
      [`articles_order_${index + 1}`, 'status, '],
      [`articles_managed_${index + 1}`, ''],
    ] as const) {
      await knex.raw(`drop index ${name}`);
      await knex.raw(`create index ${name} on articles (${first}${order}, id desc) ${included}`);
    }
  }
}
