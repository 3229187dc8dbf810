import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { cp, lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { use, type SourceOfShape } from 'lectern';
import { readOwnFile, reasonOf } from '../../../hosting/internals.ts';
import { runPlan } from '../../../operations/index.ts';
import { failures } from '../failures.ts';
import type { incomingPlugin, pluginPlan } from '../shapes/plugin_plan.ts';

/** State of a plan, and its text: the output of `lectern plan`, or the error of a failed plan; empty while planning. */
export type PluginPlan = SourceOfShape<typeof pluginPlan, 'public'>;

/** Folder of an installation from which plugins are added. The API cannot upload files into the folder. */
const INCOMING = 'incoming';

/** A plugin in `incoming/`. */
type IncomingPlugin = SourceOfShape<typeof incomingPlugin, 'public'>;

/** Adds plugins from the folder `incoming/`, after a separate process has planned their effects. */
export class PluginAdding {
  readonly #installation = use('installation');
  readonly #plans = new Map<string, { readonly digest: string; plan: PluginPlan }>();

  /** Plugins in `incoming/`, by name. */
  list(): IncomingPlugin[] {
    return this.#names().map((plugin) => ({
      plugin,
      version: versionIn(this.#incoming(plugin)) ?? '',
      installed: versionIn(this.#installed(plugin)),
    }));
  }

  /** Begins to plan the addition of a plugin, unless these files are being planned. @throws failures.notIncoming */
  async begin(plugin: string): Promise<PluginPlan> {
    const digest = await this.#digestOf(plugin);
    const known = this.#plans.get(plugin);
    if (known?.plan.state === 'planning' && known.digest === digest) return known.plan;
    const entry = { digest, plan: { plugin, state: 'planning', breaks: false, text: '' } as PluginPlan };
    this.#plans.set(plugin, entry);
    void this.#run(plugin).then((plan) => {
      entry.plan = plan;
    });
    return entry.plan;
  }

  /** @throws failures.notIncoming when there is no plan */
  plan(plugin: string): PluginPlan {
    const entry = this.#plans.get(plugin);
    if (!entry) throw failures.notIncoming();
    return entry.plan;
  }

  /**
   * Moves a planned plugin to `plugins/`, and a replaced one to `incoming/`. The next start loads the plugin unless the
   * configuration disables it.
   * @param replaces whether an installed plugin of this name may be replaced
   * @throws failures.notIncoming; failures.notAdded without a finished plan of the present files, for an installed
   *   plugin without `replaces`, or when the replaced one stays in a hidden folder
   */
  async add(plugin: string, replaces: boolean) {
    const digest = await this.#digestOf(plugin);
    const entry = this.#plans.get(plugin);
    if (entry?.plan.state !== 'ready') throw failures.notAdded({ message: unplanned(plugin, entry?.plan.state) });
    if (entry.digest !== digest) {
      const message = `The files of incoming/${plugin} or plugins/${plugin} have changed since the plan; plan the addition again.`;
      throw failures.notAdded({ message });
    }
    const target = this.#installed(plugin);
    const replaced = versionIn(target);
    if (existsSync(target) && !replaces)
      throw failures.notAdded({ message: `plugins/${plugin} exists; send "replaces": true to replace it.` });
    this.#plans.delete(plugin);
    if (existsSync(target)) await exchange(this.#incoming(plugin), target);
    else await move(this.#incoming(plugin), target);
    return { plugin, replaced, needsRestart: true };
  }

  #names(): string[] {
    const folder = this.#incoming('');
    if (!existsSync(folder)) return [];
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && /^[a-z][\w-]*$/.test(entry.name))
      .map(({ name }) => name)
      .sort();
  }

  #incoming(plugin: string): string {
    return join(this.#installation.root, INCOMING, plugin);
  }

  #installed(plugin: string): string {
    return join(this.#installation.root, 'plugins', plugin);
  }

  /** Digest of the files that a plan compares: of the new and the installed plugin. @throws failures.notIncoming */
  async #digestOf(plugin: string): Promise<string> {
    if (!this.#names().includes(plugin)) throw failures.notIncoming();
    const digests = [this.#incoming(plugin), this.#installed(plugin)].map(digestOf);
    return (await Promise.all(digests)).join(' ');
  }

  async #run(plugin: string): Promise<PluginPlan> {
    const { isReady, breaks, text } = await runPlan(this.#installation, this.#incoming(plugin));
    return { plugin, state: isReady ? 'ready' : 'failed', breaks, text };
  }
}

function unplanned(plugin: string, state: PluginPlan['state'] | undefined): string {
  if (state === 'planning') return `The plan for ${plugin} is being made; add the plugin when the plan is ready.`;
  if (state === 'failed')
    return `The plan for ${plugin} has failed; correct what it says, then plan the addition again.`;
  return `Plan the addition of ${plugin} first.`;
}

/** Digest of names, sizes and times of the files of a folder; empty if the folder does not exist. */
async function digestOf(folder: string): Promise<string> {
  if (!existsSync(folder)) return '';
  const hash = createHash('sha256');
  for (const path of (await readdir(folder, { recursive: true, encoding: 'utf8' })).sort()) {
    const { size, mtimeMs } = await lstat(join(folder, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Version in the manifest of a folder; null if the manifest cannot be read or has no version. */
function versionIn(folder: string): string | null {
  try {
    const { version } = JSON.parse(readOwnFile(folder, 'module.json')) as { version?: unknown };
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

/**
 * Exchanges two folders. If the incoming folder cannot be moved, moves the installed folder back.
 * @throws failures.notAdded when the new plugin is installed, but the former one stays in a hidden folder
 */
async function exchange(incoming: string, installed: string): Promise<void> {
  const plugin = basename(incoming);
  const aside = join(dirname(incoming), `.${plugin}`);
  await move(installed, aside);
  try {
    await move(incoming, installed);
  } catch (error) {
    await move(aside, installed);
    throw error;
  }
  await move(aside, incoming).catch((error: unknown) => {
    const message = `plugins/${plugin} is replaced, but the former plugin is still in ${INCOMING}/.${plugin}; move it to ${INCOMING}/${plugin}: ${reasonOf(error)}`;
    throw failures.notAdded({ message });
  });
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true });
    await rm(from, { recursive: true });
  }
}
