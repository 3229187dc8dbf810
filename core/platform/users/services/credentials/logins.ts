import { standardFailures, use } from 'lectern';
import type { Statement } from '../../../../infrastructure/database/index.ts';
import { networkOf, refusal, type Attempts, type Counter } from '../../../../infrastructure/limits/index.ts';
import type { UsersConfig } from '../../config.ts';
import { RememberedCredentials } from './remembered_credentials.ts';
import type { Owner } from '../callers.ts';
import { countedName, isName, named, namedSql, nameForms, type NameForms, type Names } from '../names.ts';

/** A login attempt, with the address of the client. */
export interface Login {
  /** Nickname, e-mail address or mobile number. */
  readonly name: string;
  readonly password: string;
  readonly address: string;
}

/** A user whose name and password were verified, with the names and credentials at that time. */
type Verified = Pick<Owner, 'id' | 'nickname' | 'credentialsVersion' | 'contactsVersion'>;

interface Account extends Verified, Names {
  readonly passwordHash: string | null;
}

interface Guess {
  readonly account: Account | undefined;
  /** Key under which failed attempts are counted. */
  readonly key: string;
  readonly password: string;
  readonly address: string;
}

const MINUTE_SECONDS = 60;

/**
 * Verifies names and passwords. Known and unknown names take the same time and get the same answer. Failed attempts
 * lock the sent name, but not other names of the user, and block the network of the client.
 */
export class Logins {
  readonly #passwords = use('passwords');
  readonly #callers = use('callers');
  readonly #byName: Statement<Account, NameForms>;
  readonly #byId: Statement<Account, { id: string }>;
  readonly #byLogin: Attempts;
  readonly #byAddress: Counter;
  readonly #remembered: RememberedCredentials<Verified>;

  constructor() {
    const database = use('database');
    const limits = use('limits');
    const usersConfig = use('usersConfig');
    this.#byName = database.reserved.statement(`select ${accountColumns} from users where ${namedSql}`);
    this.#byId = database.reserved.statement(`select ${accountColumns} from users where id = :id`);
    const { failedLogins, failedLoginsPerAddress } = usersConfig;
    this.#byLogin = limits.attempts('login', ruleOf(failedLogins, usersConfig));
    this.#byAddress = limits.counter('login-address', ruleOf(failedLoginsPerAddress, usersConfig));
    this.#remembered = new RememberedCredentials({ seconds: usersConfig.basicSeconds, clock: use('clock') });
  }

  /**
   * Returns the user for a name and password. A recently verified pair skips the hash; locks, new passwords and new
   * names still apply.
   * @throws invalidCredential, banned, tooManyRequests, unavailable
   */
  async identify(login: Login): Promise<Owner> {
    const checks: Promise<Verified>[] = [];
    const check = () => (checks[0] = this.#verify(login));
    const credential = JSON.stringify([login.name, login.password]);
    const verified = await this.#remembered.once(credential, check).catch((error: unknown) => {
      // After a failure, each concurrent attempt is verified separately, so that each failure counts.
      if (checks.length > 0) throw error;
      return check();
    });
    const owner = await this.#unchanged(verified);
    if (owner) {
      if (checks.length === 0) await this.#passAgain(login);
      return open(owner);
    }
    // Names or credentials changed after the pair was verified. The pair may still be right: verifies it again.
    const again = await this.#unchanged(await this.#verify(login));
    if (!again) throw standardFailures.invalidCredential();
    return open(again);
  }

  /** Whether `password` is the password of a signed-in user. @throws tooManyRequests, unavailable */
  async confirm({ id, password, address }: { id: string; password: string; address: string }): Promise<boolean> {
    const [account] = await this.#byId.all({ id });
    return this.#isRight({ account, key: `user ${id}`, password, address });
  }

  async #verify({ name, password, address }: Login): Promise<Verified> {
    const account = await this.#find(name);
    const isRight = await this.#isRight({ account, key: keyOf(name), password, address });
    if (!isRight || !account) throw standardFailures.invalidCredential();
    const { id, nickname, credentialsVersion, contactsVersion } = account;
    return { id, nickname, credentialsVersion, contactsVersion };
  }

  /** Returns the user of a verified pair; undefined when names or credentials have changed since. */
  async #unchanged(verified: Verified): Promise<Owner | undefined> {
    const owner = await this.#callers.owner(verified.id);
    const isSame =
      owner?.nickname === verified.nickname &&
      owner.credentialsVersion === verified.credentialsVersion &&
      owner.contactsVersion === verified.contactsVersion;
    return isSame ? owner : undefined;
  }

  /** Whether a password is right. Counts wrong passwords. @throws tooManyRequests, unavailable */
  async #isRight({ account, key, password, address }: Guess): Promise<boolean> {
    await this.#refuseBlocked(address);
    if (await this.#byLogin.check(key, () => this.#passwords.isRight(password, account?.passwordHash))) {
      // Checks the block again, because concurrent attempts with other names may have failed meanwhile.
      await this.#refuseBlocked(address);
      return true;
    }
    const standing = await this.#byAddress.take(networkOf(address));
    if (!standing.allowed) throw refusal('login-address', standing);
    return false;
  }

  /** Applies the limits to a remembered pair: refuses a locked name, otherwise clears the failures of the name. */
  async #passAgain({ name, address }: Login): Promise<void> {
    const key = keyOf(name);
    const [{ allowed, remaining, rule }] = await Promise.all([
      this.#byLogin.standing(key),
      this.#refuseBlocked(address),
    ]);
    if (!allowed || remaining < rule.points) await this.#byLogin.check(key, () => Promise.resolve(true));
  }

  async #refuseBlocked(address: string): Promise<void> {
    const standing = await this.#byAddress.standing(networkOf(address));
    if (!standing.allowed) throw refusal('login-address', standing);
  }

  /** Finds the account of a name. */
  async #find(name: string): Promise<Account | undefined> {
    if (!isName(name)) return undefined;
    const forms = nameForms(name);
    return named(await this.#byName.all(forms), forms);
  }
}

function ruleOf(points: number, { lockMinutes }: UsersConfig) {
  return { points, seconds: lockMinutes * MINUTE_SECONDS, blockSeconds: lockMinutes * MINUTE_SECONDS };
}

function open(owner: Owner): Owner {
  if (owner.locked) throw standardFailures.banned();
  return owner;
}

/** Returns the key of a name for counts. */
function keyOf(name: string): string {
  return `name ${countedName(name)}`;
}

const accountColumns = `id, nickname, email, mobile, password_hash as "passwordHash",
  credentials_version as "credentialsVersion", contacts_version as "contactsVersion"`;
