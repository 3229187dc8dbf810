/** Values of `target_session_attrs` for the server that takes all writes. */
const WRITABLE = ['read-write', 'primary'];

const EMPTY_HOST = /^\w+:\/\/(?:[^/?#]*@)?(?:[:/?#]|$)/;

/** Splits an address with several hosts into one URL for each host. Any other text is returned unchanged. */
export function hostUrls(address: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(address) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [address];
}

/**
 * Splits the address of the primary into one URL for each host.
 * @throws Error when it is no PostgreSQL address, or its hosts cannot be tried; the message omits the address
 */
export function checkedHostUrls(address: string): readonly string[] {
  const urls = hostUrls(address);
  if (urls.length > 1 && urls.some((url) => EMPTY_HOST.test(url)))
    throw invalid('has an empty host', 'Write a host on both sides of each comma');
  urls.forEach(assertPostgresUrl);
  const [{ searchParams }] = urls.map((url) => new URL(url)) as [URL];
  if (searchParams.get('host')?.includes(',') || searchParams.get('port')?.includes(','))
    throw invalid(
      'has a list of hosts in its parameters',
      'Write the hosts as postgres://user:password@a:5432,b:5432/name',
    );
  if (urls.length > 1 && (searchParams.has('host') || searchParams.has('port')))
    throw invalid(
      'has several hosts and the parameter host or port',
      'Write each port behind its host, and remove the parameter',
    );
  const wanted = searchParams.get('target_session_attrs');
  if (wanted !== null && !WRITABLE.includes(wanted))
    throw invalid(
      'has a target_session_attrs that Lectern does not support',
      'Write read-write (or primary), because Lectern writes to this server; standbys belong into DATABASE_REPLICA_URLS',
    );
  return urls;
}

function assertPostgresUrl(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (/^postgres(ql)?:$/.test(protocol)) return;
  throw invalid(
    'is no PostgreSQL address',
    'Write it as postgres://user:password@host:5432/name, with commas between several hosts, and percent-encode special ' +
      'characters of the password',
  );
}

function invalid(problem: string, fix: string): Error {
  return new Error(`The setting modules.database.url (DATABASE_URL) ${problem}. ${fix}.`);
}
