import { measure, type Effort, type Figures } from './measure.ts';

const env = { NODE_ENV: 'production', LOG_LEVEL: 'info' };

/** Measures the last of 10, 100 and 1000 routes of one module. */
export async function byRoutes(effort: Effort): Promise<readonly Figures[]> {
  return figuresOf(
    effort,
    [2, 20, 200].map((resources) => ({
      name: `last of ${resources * 5} routes`,
      file: 'lectern_server.ts',
      args: [String(resources)],
      path: `/api/plugins/bench/kind${resources - 1}/things/7`,
      env,
    })),
  );
}

/** Measures a route of the last of 1, 10 and 100 modules. */
export async function byModules(effort: Effort): Promise<readonly Figures[]> {
  return figuresOf(
    effort,
    [1, 10, 100].map((modules) => ({
      name: `last module of ${modules}`,
      file: 'lectern_server.ts',
      args: [String(modules), 'apart'],
      path: `/api/plugins/bench${modules - 1}/kind${modules - 1}/things/7`,
      env,
    })),
  );
}

async function figuresOf(effort: Effort, subjects: Parameters<typeof measure>[0]): Promise<readonly Figures[]> {
  for await (const { figures } of measure(subjects, effort)) return figures;
  return [];
}
