import type { Assembly } from '../kernel/routes/assembly.ts';
import { loadDemo } from '../kernel/boot/start_modules.ts';

/**
 * Loads the demo data of every module that has not loaded it yet. Does nothing if no module contributes a migrator.
 * @returns the names of the modules whose demo data was loaded
 * @throws ModuleFault of the first failed module, after the data of the other modules was loaded
 */
export async function loadDemos({ modules, registry }: Assembly): Promise<string[]> {
  const [migrator] = registry.contributions.of('migrator');
  if (!migrator) return [];
  const names: string[] = [];
  const failures: unknown[] = [];
  for (const module of modules) {
    try {
      if (await loadDemo(module, migrator, registry)) names.push(module.name);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return names;
}
