import { gramsOf } from '../../../../core/infrastructure/database/index.ts';
import { randomUUID } from 'node:crypto';
import type { Replica } from './support.ts';

export interface Person {
  readonly nickname: string;
  readonly truename?: string;
  readonly email?: string;
  readonly mobile?: string;
  readonly destroyed?: boolean;
}

/** Adds users who cannot sign in, but can be found. @returns their ids */
export async function addPeople({ kernel }: Pick<Replica, 'kernel'>, people: readonly Person[]): Promise<string[]> {
  const { database } = kernel.services;
  const rows = people.map((person) => ({
    ...person,
    uuid: randomUUID(),
    roles: ['ROLE_USER'],
    search_grams: gramsOf(person.nickname, person.truename ?? ''),
  }));
  const batch = () => database.knex.batchInsert<any>('users', rows, 1_000).returning('id');
  const added = (await database.transaction(batch)) as { id: string }[];
  return added.map(({ id }) => id);
}
