import type { Services } from 'lectern';
import { insertDemoRows } from 'lectern/core';

const meals = [
  { id: 1, title: 'Soup of the day', price: 4_50 },
  { id: 2, title: 'Dumplings', price: 7_00 },
];

export default async function demo({ database }: Services): Promise<void> {
  await insertDemoRows(database, 'canteen_meals', meals);
}
