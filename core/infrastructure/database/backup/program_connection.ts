import { hostUrls } from '../connections/host_urls.ts';

/** Connection parameters for a PostgreSQL client program. */
export interface Connection {
  /** Connection URL without its password, safe for the process list. */
  readonly address: string;
  /** Environment of the program: the password, and variables of this process that PostgreSQL programs read. */
  readonly env: NodeJS.ProcessEnv;
}

const passed = /^(PATH|HOME|TMPDIR|LANG|SYSTEMROOT|PG[A-Z]+)$/;
const secrets = ['password', 'sslpassword'];

/** Separates the password from the URL, so that the list of processes does not show the password. */
export function connectionOf(url: string): Connection {
  const [address, ...others] = hostUrls(url).map((one) => new URL(one)) as [URL, ...URL[]];
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.password = '';
  for (const name of secrets) address.searchParams.delete(name);
  // `no-verify` is a value of the Node.js driver; the PostgreSQL programs reject it.
  if (address.searchParams.get('sslmode') === 'no-verify') address.searchParams.set('sslmode', 'require');
  address.searchParams.delete('uselibpqcompat');
  // Without it, the PostgreSQL programs would take the first host that answers, which may be a standby.
  if (others.length > 0) address.searchParams.set('target_session_attrs', 'read-write');
  const { protocol, username, pathname, search } = address;
  const hosts = [address, ...others].map(({ host }) => host).join();
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => passed.test(name)));
  return {
    address: `${protocol}//${username && `${username}@`}${hosts}${pathname}${search}`,
    env: { ...own, LC_ALL: 'C', PGCONNECT_TIMEOUT: '15', ...(password !== '' && { PGPASSWORD: password }) },
  };
}
