/** How a program of PostgreSQL's is told where the database is. */
export interface Connection {
  /** The address without its password, fit for a command line that others may read. */
  readonly address: string;
  /** The environment of the program: the password, and nothing of our own that it does not need. */
  readonly env: NodeJS.ProcessEnv;
}

const passed = /^(PATH|HOME|TMPDIR|LANG|SYSTEMROOT|PG[A-Z]+)$/;
const secrets = ['password', 'sslpassword'];

/** Takes an address apart, so that its password is not in the list of processes. */
export function connectionOf(url: string): Connection {
  const address = new URL(url);
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.password = '';
  for (const name of secrets) address.searchParams.delete(name);
  // What the driver calls so, and the programs do not know.
  if (address.searchParams.get('sslmode') === 'no-verify') address.searchParams.set('sslmode', 'require');
  address.searchParams.delete('uselibpqcompat');
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => passed.test(name)));
  return {
    address: address.href,
    env: { ...own, LC_ALL: 'C', PGCONNECT_TIMEOUT: '15', ...(password !== '' && { PGPASSWORD: password }) },
  };
}
