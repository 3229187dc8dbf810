import type { Services } from 'lectern';
import type { Kernel } from '../hosting/internals.ts';
import { Documented } from './documented.ts';
import { know } from './openapi_assertion.ts';
import type { TestDatabase } from './test_database.ts';
import { requestsTo, type Requests } from './requests.ts';
import type { TableSnapshot } from './table_snapshot.ts';
import type { TestClock } from './test_clock.ts';

interface Parts {
  readonly kernel: Kernel;
  readonly url: string;
  readonly clock: TestClock;
  readonly place: TestDatabase;
  /** Undefined without the module `database`; `reset` then restores no rows. */
  readonly snapshot: TableSnapshot | undefined;
  readonly logs: readonly string[];
}

/** A running kernel for tests; `createTestKernel` starts one. */
export class TestKernel {
  readonly kernel: Kernel;
  /** Address of the server, without a trailing slash. */
  readonly url: string;
  /** Requests to the server: `test.api.get('/api/articles')`. */
  readonly api: Requests;
  /** The service `clock`, which equals the system clock until a test sets or advances it. */
  readonly clock: TestClock;
  /** Lines of the log since the start, as JSON; `reset()` keeps them. */
  readonly logs: readonly string[];
  readonly #place: TestDatabase;
  readonly #snapshot: TableSnapshot | undefined;
  readonly #documented: Documented;
  readonly #forget: () => void;

  constructor({ kernel, url, clock, place, snapshot, logs }: Parts) {
    this.kernel = kernel;
    this.url = url;
    this.api = requestsTo(url);
    this.clock = clock;
    this.logs = logs;
    this.#place = place;
    this.#snapshot = snapshot;
    this.#documented = new Documented(kernel);
    this.#forget = know(url, this.#documented);
  }

  get services(): Services {
    return this.kernel.services;
  }

  /** The OpenAPI document of the installation, in the newest version of the API. */
  get document(): Documented['document'] {
    return this.#documented.document;
  }

  /**
   * A header that signs in a demo user, for `.set(...)`. The token stays valid after `reset()`.
   * @param nickname `student`, `teacher`, `manager`, `admin` or another user of the demo data
   * @throws Error when there is no such user
   */
  async as(nickname: string): Promise<{ 'X-Auth-Token': string }> {
    const { users, tokens } = this.services;
    const user = await users.byLogin(nickname);
    if (!user)
      throw new Error(
        `There is no user "${nickname}"; name a user of the demo data, such as student, teacher, manager or admin.`,
      );
    const token = await tokens.issue(user.id);
    await this.#snapshot?.include('user_tokens', 'user_id', user.id);
    return { 'X-Auth-Token': token };
  }

  /**
   * Restores rows and sequences to their state after the start, and lets the clock follow the system clock. Rows of jobs,
   * subscribers, leases and migrations are not restored, and changes of tables are not undone.
   * @throws Error when the role of `TEST_DATABASE_URL` lacks the permission
   */
  async reset(): Promise<void> {
    this.clock.reset();
    await this.#snapshot?.restore();
  }

  /** Stops the kernel, and drops a database on the server of `TEST_DATABASE_URL`. */
  async stop(): Promise<void> {
    this.#forget();
    await this.kernel.stop();
    await this.#place.clear();
  }
}
