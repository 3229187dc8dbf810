import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel } from 'lectern/host';
import supertest from 'supertest';
import { TableSnapshot } from '../../../../core/testing/table_snapshot.ts';
import { leaveIdle, takeIdle } from '../../../support/idle.ts';
import { Installation, type Files } from '../../../support/installation.ts';
import { makeTestDatabase, type TestDatabase } from '../../../support/test_database.ts';

/** A replica of an installation, in the process of the test. */
export interface Replica {
  readonly kernel: Kernel;
  readonly api: ReturnType<typeof supertest>;
}

/** An installation with some modules of core and what a test adds, as one or more replicas on one database. */
export class Fleet {
  readonly #installation: Installation;
  readonly #place: TestDatabase;

  private constructor(installation: Installation, place: TestDatabase) {
    this.#installation = installation;
    this.#place = place;
  }

  static async make(modules: readonly string[], files: Files = {}): Promise<Fleet> {
    const installation = new Installation(files).linkCore(...modules);
    return new Fleet(installation, await makeTestDatabase());
  }

  get logs(): readonly string[] {
    return this.#installation.logs;
  }

  /** Environment variables that lead a replica to the database. */
  get env(): Readonly<Record<string, string>> {
    return this.#place.env;
  }

  /** Starts a replica. @param modules sections of the configuration by module */
  async replica(modules: object = {}, env: Readonly<Record<string, string>> = {}): Promise<Replica> {
    return this.#installation.serve({
      env: { ...this.#place.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info', ...env },
      config: { modules },
    });
  }

  async clear(): Promise<void> {
    await this.#installation.clear();
    await this.#place.clear();
  }
}

/** Waits until `look` returns a truthy value. @throws Error after ten seconds */
export async function eventually<T>(look: () => Promise<T> | T): Promise<T> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    const found = await look();
    if (found) return found;
    await sleep(20);
  }
  throw new Error('It did not happen within ten seconds.');
}

/** The error a promise rejects with. @throws Error when it resolves */
export async function rejectionOf(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Error) return error as Error & Record<string, unknown>;
  throw new Error('Expected a rejection, but the promise resolved.');
}

/** An installation with one replica, which test files take over from each other. */
export interface SharedFleet extends Replica {
  readonly fleet: Fleet;
  /** Restores rows and log, and leaves the installation to the next test file. */
  release(): Promise<void>;
}

/** Replaces the members of a service by those of another object of its class. @returns a function that restores them */
export function substitute<T extends object>(service: T, other: T): () => void {
  const members = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(other) as T);
  const names = Object.keys(members).filter((name) => name !== 'constructor');
  for (const name of names) {
    const get = () => {
      const member = other[name as keyof T];
      return typeof member === 'function' ? (member.bind(other) as unknown) : member;
    };
    Object.defineProperty(service, name, { configurable: true, get });
  }
  return () => {
    for (const name of names) Reflect.deleteProperty(service, name);
  };
}

/** Starts a fleet with one replica, or takes over one of the same kind that an earlier test file has released. */
export async function shareFleet(modules: readonly string[], files: Files, sections: object): Promise<SharedFleet> {
  const key = `fleet ${JSON.stringify([modules, files, sections])}`;
  const known = takeIdle<SharedFleet>(key);
  if (known) return known;
  const fleet = await Fleet.make(modules, files);
  const one = await fleet.replica(sections);
  const snapshot = await TableSnapshot.take(one.kernel.services.database);
  const release = async () => {
    await snapshot.restore();
    (fleet.logs as string[]).length = 0;
    await leaveIdle(key, shared, () => fleet.clear());
  };
  const shared: SharedFleet = { ...one, fleet, release };
  return shared;
}
