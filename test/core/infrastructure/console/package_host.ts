import { join } from 'node:path';
import { Installation, manifest, type Files } from '../../../support/installation.ts';
import { NpmRegistry } from '../../../support/npm_registry.ts';
import { projectRoot } from '../../../support/platform.ts';
import { makeTestDatabase, type TestDatabase } from '../../../support/test_database.ts';
import { saying } from '../../kernel/boot/support.ts';

/** Files of the package of the plugin `dice`. */
export function dicePackage(version: string): Files {
  return {
    'package.json': JSON.stringify({ name: 'lectern-plugin-dice', version, type: 'module', lectern: { plugin: '.' } }),
    'module.json': manifest('dice', { version }),
    'resources/greetings.js': saying(version, '/plugins/dice/greetings'),
  };
}

/** A platform in a folder of its own, with a registry for its packages. */
export class PackageHost extends Installation {
  readonly env: NodeJS.ProcessEnv;

  private constructor(
    readonly registry: NpmRegistry,
    readonly database: TestDatabase,
  ) {
    super({ 'package.json': '{"name":"house","private":true,"type":"module"}' });
    this.link(join(projectRoot, 'core'), 'core');
    const fixed = { NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'fatal', JWT_SECRET: 'x'.repeat(32) };
    this.env = { PATH: process.env['PATH'], ...registry.env, ...database.env, ...fixed };
  }

  static async make(): Promise<PackageHost> {
    return new PackageHost(await new NpmRegistry().start(), await makeTestDatabase());
  }

  at(file: string): string {
    return join(this.root, file);
  }

  /** Serves with demo accounts. */
  serveWith(config: object) {
    return this.serve({ env: this.env, config: { demo: true, ...config } });
  }

  override async clear(): Promise<void> {
    await super.clear();
    await this.registry.stop();
    this.registry.clear();
    await this.database.clear();
  }
}
