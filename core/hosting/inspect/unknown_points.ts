import { kernelPoints } from '../../kernel/container/contributions.ts';
import { isPointDeclaration } from '../../kernel/declare/extension_point.ts';
import { pointOf } from '../../kernel/declare/service_entries.ts';
import type { LoadedModule } from '../../kernel/modules/load_module.ts';
import type { StartRemark } from '../../kernel/routes/route.ts';
import { nearest } from '../../kernel/declare/similar_names.ts';

/**
 * Remarks on contributions to extension points that no module declares. Omits modules that name an absent module in
 * `after` or `before`, because the absent module may declare the point.
 */
export function remarksOnPoints(modules: readonly LoadedModule[]): StartRemark[] {
  const declared = modules.flatMap(({ services }) => Object.values(services).filter(isPointDeclaration));
  const known = [...kernelPoints, ...declared].map(({ point }) => point);
  const present = modules.map(({ name }) => name);
  return modules.flatMap(({ manifest: { after = [], before = [] }, services, servicesFile: file }) => {
    if ([...after, ...before].some((name) => !present.includes(name))) return [];
    return Object.entries(services).flatMap(([name, given]) => {
      const point = pointOf(given as Parameters<typeof pointOf>[0]) as string | undefined;
      if (point === undefined || known.includes(point)) return [];
      const [near] = nearest(point, known, 1);
      const fix = near === undefined ? 'require the module that declares it' : `write "${near}"`;
      const message = `"${name}" contributes to the extension point "${point}", which no module declares; ${fix}`;
      return [{ file, message }];
    });
  });
}
