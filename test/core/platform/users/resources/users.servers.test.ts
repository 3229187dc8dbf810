import { expect } from 'chai';
import type { Response } from 'supertest';
import { eventually } from '../../../../support/eventually.ts';
import { prepared, started } from '../../../../support/started.ts';
import { outcome, signedIn, startUsers, type HeaderFields } from '../support.ts';

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('PATCH /users/{id} while roles change', () => {
  const platform = started(startUsers);

  const manager = prepared(() => signedIn(platform, 'manager'));
  const clerk = prepared(() => signedIn(platform, 'user18'));

  before(async () => {
    const admin = await signedIn(platform, 'admin');
    await change(admin, 18, { roles: ['ROLE_ADMIN'] }).expect(200);
  });

  const change = (headers: HeaderFields, id: string | number, body: object) =>
    platform.api.patch(`/api/users/${id}`).set(headers).send(body);
  const userOf = (id: string) => platform.kernel.services.users.get(id);

  it('checks the roles at the moment of the change', async () => {
    const { database } = platform.kernel.services;
    /** Sends a change while a transaction that gives roles is open, and commits when the change waits for it. */
    const meanwhile = async (row: { id: string; roles: string[] }, send: () => Promise<Response>) => {
      let answer: Promise<Response> | undefined;
      await database.transaction(async () => {
        await database.table('users').where({ id: row.id }).update({ roles: row.roles });
        answer = send();
        await eventually(async () => {
          const { rows } = await database.raw(waiting);
          expect(rows).to.have.length(1);
        });
      });
      return outcome(await answer!);
    };
    const promoted = { id: '21', roles: ['ROLE_SUPER_ADMIN'] };
    expect(await meanwhile(promoted, async () => change(manager, 21, { locked: true }))).to.equal('403/13');
    const dismissed = { id: '18', roles: ['ROLE_USER'] };
    expect(await meanwhile(dismissed, async () => change(clerk, 22, { locked: true }))).to.equal('403/13');
    expect(await userOf('21')).to.include({ locked: false });
    expect(await userOf('22')).to.include({ locked: false });
  });
});

describe('The last super administrators', () => {
  const platform = started(startUsers);

  before(async () => {
    await platform.services.serviceAccounts.add('Powerful');
    const { database } = platform.services;
    await database
      .table('users')
      .where({ nickname: 'Powerful' })
      .update({ roles: ['ROLE_SUPER_ADMIN'] });
    await database
      .table('users')
      .where({ id: '20' })
      .update({ roles: ['ROLE_SUPER_ADMIN'] });
  });

  it('cannot end one another at the same time, although an application stays', async () => {
    const { accountEditing, accounts, database } = platform.services;
    const ends: Record<string, (id: string) => Promise<unknown>> = {
      lock: (id) => accountEditing.change({ id }, { locked: true }),
      roles: (id) => accountEditing.change({ id }, { roles: ['ROLE_USER'] }),
      cancellation: (id) => accounts.erase(id),
    };
    for (const [what, end] of Object.entries(ends)) {
      const results = await Promise.allSettled([end('1'), end('20')]);
      expect(
        results.filter(({ status }) => status === 'rejected'),
        what,
      ).to.have.length(1);
      const admins = database.table('users').where({ locked: false, destroyed: false, service: false });
      expect(await admins.whereRaw(`roles @> '{ROLE_SUPER_ADMIN}'`).select('id'), what).to.have.length(1);
      const restored = { locked: false, destroyed: false, roles: ['ROLE_SUPER_ADMIN'] };
      await database.table('users').whereIn('id', ['1', '20']).update(restored);
    }
  });
});
