import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import type { Files } from './installation.ts';

interface Published {
  readonly archive: Buffer;
  readonly content: { readonly name: string; readonly version: string };
  readonly integrity: string;
}

/** A registry of npm with the packages of a test: metadata and archives. */
export class NpmRegistry {
  readonly folder = mkdtempSync(join(tmpdir(), 'lectern-registry-'));
  readonly #packages = new Map<string, Published[]>();
  readonly #server: Server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const [name = '', file] = path.split('/-/');
    const versions = this.#packages.get(name) ?? [];
    const archive = versions.find(({ content }) => file === `${content.version}.tgz`)?.archive;
    if (archive) return void response.end(archive);
    if (versions.length === 0 || file !== undefined) return void response.writeHead(404).end('{}');
    const latest = versions.at(-1)?.content.version;
    const described = versions.map(({ content, integrity }) => {
      const dist = { tarball: `${this.url}/${name}/-/${content.version}.tgz`, integrity };
      return [content.version, { ...content, dist }] as const;
    });
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(described) }));
  });

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Environment of npm with this registry, and a cache of its own. */
  get env(): NodeJS.ProcessEnv {
    return { npm_config_registry: this.url, npm_config_cache: join(this.folder, 'cache'), HOME: this.folder };
  }

  /** Packs files with npm. @returns the path of the archive */
  pack(files: Files): string {
    const folder = mkdtempSync(join(this.folder, 'package-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const env = { PATH: process.env['PATH'], ...this.env };
    const out = execFileSync('npm', ['pack', '--json', '--pack-destination', this.folder], { cwd: folder, env });
    const [{ filename }] = JSON.parse(out.toString()) as [{ filename: string }];
    return join(this.folder, filename);
  }

  /** @param given files of a package, or the path of its archive @param integrity another than that of the archive */
  publish(given: Files | string, integrity?: string): void {
    const path = typeof given === 'string' ? given : this.pack(given);
    const archive = readFileSync(path);
    const manifest = execFileSync('tar', ['xzOf', path, 'package/package.json'], { encoding: 'utf8' });
    const content = JSON.parse(manifest) as Published['content'];
    const own = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    const others = this.#packages.get(content.name) ?? [];
    this.#packages.set(content.name, [...others, { archive, content, integrity: integrity ?? own }]);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  clear(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
