import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Response } from 'supertest';
import { eventually } from '../../../support/eventually.ts';
import type { Platform } from '../../../support/platform.ts';
import { outcome, signedIn, startUsers, type HeaderFields } from '../support.ts';

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('PATCH /users/{id} while roles change', () => {
  let platform: Platform;
  let manager: HeaderFields;
  let clerk: HeaderFields;

  before(async () => {
    platform = await startUsers();
    manager = await signedIn(platform, 'manager');
    clerk = await signedIn(platform, 'user18');
    const admin = await signedIn(platform, 'admin');
    await change(admin, 18, { roles: ['ROLE_ADMIN'] }).expect(200);
  });
  after(() => platform.stop());

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
