import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../../kernel/base/thrown.ts';
import { isTree, type Tree } from '../../kernel/base/tree.ts';
import type { ModuleFolder } from '../../kernel/modules/layers.ts';
import { ModuleFault } from '../../kernel/modules/module_fault.ts';
import { dependenciesOf, packageText, readJson } from '../../kernel/modules/packages.ts';
import type { StartRemark } from '../../kernel/routes/route.ts';
import { pluginRecordsFile, readPluginRecords, type PluginRecord, type PluginRecords } from './plugin_records.ts';

/** Compares the packages of an installation with `plugins.json`. Reads files at the first use only. */
export class InstalledPackages {
  #recorded: PluginRecords | undefined;
  #lock: Tree | undefined;

  constructor(private readonly root: string) {}

  /** Faults of plugins whose recorded package is a dependency of the installation, but is not installed. */
  missing(folders: readonly ModuleFolder[]): ModuleFault[] {
    const records = Object.entries(this.#recordsOr(() => ({})));
    if (records.length === 0) return [];
    const present = new Set(folders.flatMap((one) => one.package?.name ?? []));
    const named = dependenciesOf(this.root);
    return records.flatMap(([plugin, { package: name = '', version }]) => {
      if (present.has(name) || !named.includes(name) || existsSync(join(this.root, 'node_modules', name))) return [];
      const problem = `${pluginRecordsFile} records the plugin "${plugin}" from ${name}@${version}, which is not installed; install it with: npm ci, or remove it with: lectern plugin remove ${plugin}`;
      return [new ModuleFault(plugin, `node_modules/${name}`, `${problem}.`)];
    });
  }

  /** @throws ModuleFault for a package with another integrity, or another name of its plugin, than the record has */
  refuseChanged(module: ModuleFolder): void {
    const { name, package: from } = module;
    if (from === undefined || !this.#isInstalled(module)) return;
    const fault = (problem: string) => new ModuleFault(name, packageText(from), `${problem}.`);
    const records = this.#recordsOr((reason) => {
      throw fault(`${pluginRecordsFile} cannot be read (${reason}); correct the file`);
    });
    const [other] = Object.entries(records).find(([, record]) => record.package === from.name) ?? [name];
    if (other !== name && !(name in records))
      throw fault(
        `its module.json names the plugin "${name}", but ${pluginRecordsFile} records "${other}" for this package; install the recorded version with: npm ci, or accept the other plugin by removing "${other}" from ${pluginRecordsFile}`,
      );
    const record = records[name];
    const { integrity } = this.recordOf(module);
    if (!record?.integrity || record.version !== from.version || !integrity || integrity === record.integrity) return;
    throw fault(
      `its integrity is ${integrity}, but ${pluginRecordsFile} records ${record.integrity} for the same version, so the package was replaced; install the recorded package again, or accept this one with: lectern plugin add ${from.name}@${from.version}`,
    );
  }

  /** Record of an installed package, by the records of npm. */
  recordOf({ package: from }: ModuleFolder): PluginRecord {
    const { name = '', version = '' } = from ?? {};
    const lock = (file: string) => readJson(join(this.root, file));
    const { packages } = (this.#lock ??= lock('node_modules/.package-lock.json') ?? lock('package-lock.json') ?? {});
    const entry = isTree(packages) ? packages[`node_modules/${name}`] : undefined;
    const { integrity, resolved } = isTree(entry) ? entry : {};
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
    return { package: name, version, integrity: text(integrity), source: text(resolved) };
  }

  /** Record of a plugin in a package that is new, or has another version; undefined for other modules. */
  changedRecord(module: ModuleFolder, before: PluginRecord | undefined): PluginRecord | undefined {
    const { package: from } = module;
    const isRecorded = before?.package === from?.name && before?.version === from?.version;
    return this.#isInstalled(module) && !isRecorded ? this.recordOf(module) : undefined;
  }

  /** Whether a module is a plugin in a package of the installation, and not one that a plan tries. */
  #isInstalled({ layer, package: from }: ModuleFolder): boolean {
    return layer === 'plugins' && from !== undefined && from.folder === join(this.root, 'node_modules', from.name);
  }

  /** @param failed called with the reason when the file cannot be read */
  #recordsOr(failed: (reason: string) => PluginRecords): PluginRecords {
    try {
      return (this.#recorded ??= readPluginRecords(this.root));
    } catch (error) {
      return failed(reasonOf(error));
    }
  }
}

/** Remarks on packages of plugins that bring a copy of packages that the kernel gives them. */
export function remarksOnPackages(modules: readonly ModuleFolder[]): StartRemark[] {
  const packaged = modules.flatMap((one) => (one.layer === 'plugins' && one.package ? one.package : []));
  return packaged.flatMap((one) =>
    ['lectern', 'express'].flatMap((name) => {
      if (!existsSync(join(one.folder, 'node_modules', name))) return [];
      const message = `this second copy of "${name}" is not used, because plugins get the copy of the kernel; run npm dedupe, or ask the author to declare "${name}" in peerDependencies`;
      return [{ file: `node_modules/${one.name}/node_modules/${name}`, message }];
    }),
  );
}
