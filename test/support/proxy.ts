import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../faults/support/server_process.ts';
import { toolPath } from '../faults/support/tools.ts';
import { until } from '../faults/support/until.ts';
import { freePort } from './free_port.mjs';

const isRoot = process.getuid?.() === 0;
// The module for threads, access rules, and those for a compressing proxy.
const apacheModules = ['mpm_event', 'authz_core', 'filter', 'deflate', 'proxy', 'proxy_http', 'headers'];

interface Kind {
  /** Whole configuration. @param text the part of the test @param folder folder for files of the program */
  readonly whole: (text: string, folder: string) => string;
  /** Arguments that serve in the foreground, and that only check the file. */
  readonly serve: (file: string) => string[];
  readonly check: (file: string) => string[];
}

const kinds = {
  nginx: {
    whole: (text, folder) => `
      ${isRoot ? 'user root;' : ''}
      daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1;
      events { worker_connections 256; }
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
        ${text}
      }`,
    serve: (file) => ['-c', file, '-e', 'stderr'],
    check: (file) => ['-t', '-c', file, '-e', 'stderr'],
  },
  haproxy: {
    whole: (text) => text,
    serve: (file) => ['-db', '-f', file],
    check: (file) => ['-c', '-f', file],
  },
  apache2: {
    whole: (text, folder) => `
      ServerRoot ${folder}
      DefaultRuntimeDir ${folder}
      PidFile ${folder}/pid
      ErrorLog ${folder}/error.log
      ServerName localhost
      ${isRoot ? 'User www-data\nGroup www-data' : ''}
      ${apacheModules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
      ${text}`,
    serve: (file) => ['-f', file, '-DFOREGROUND'],
    check: (file) => ['-f', file, '-t'],
  },
} as const satisfies Record<string, Kind>;

export type ProxyName = keyof typeof kinds;

/** A real proxy in a separate process, on a free port of this machine. */
export class Proxy {
  private constructor(
    readonly url: string,
    readonly process: ServerProcess,
    private readonly folder: string,
  ) {}

  /** Starts a proxy, and waits until it listens. @param configure returns the configuration for a port */
  static async start(name: ProxyName, configure: (port: number) => string): Promise<Proxy> {
    const port = await freePort();
    const { folder, file } = written(name, configure(port));
    const process = new ServerProcess({ file: toolPath(name), args: kinds[name].serve(file), cwd: folder });
    const proxy = new Proxy(`http://127.0.0.1:${port}`, process, folder);
    await until(() => {
      process.assertAlive();
      return fetch(proxy.url, { method: 'HEAD' });
    });
    return proxy;
  }

  async stop(): Promise<void> {
    await this.process.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Checks a configuration with the program itself. @returns its output @throws Error with the output if it is refused */
export function checkedBy(name: ProxyName, text: string): string {
  const { folder, file } = written(name, text);
  try {
    return execFileSync(toolPath(name), kinds[name].check(file), { encoding: 'utf8', stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function written(name: ProxyName, text: string): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), `lectern-${name}-`));
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, kinds[name].whole(text, folder));
  return { folder, file };
}
