import { measure, print, type Effort, type Figures } from './measure.ts';

/** The last route of ten, of a hundred and of a thousand: what a request costs must not grow with them. */
export async function benchGrowth(effort: Effort): Promise<readonly Figures[]> {
  const subjects = [2, 20, 200].map((resources) => ({
    name: `last of ${resources * 5} routes`,
    file: 'lectern_server.ts',
    args: [String(resources)],
    path: `/api/plugins/bench/kind${resources - 1}/things/7`,
  }));
  let last: readonly Figures[] = [];
  for await (const { figures } of measure(subjects, effort)) {
    print('Growth with the number of routes (aim: none)', figures);
    last = figures;
  }
  return last;
}
