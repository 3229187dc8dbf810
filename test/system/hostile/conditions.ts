import fc from 'fast-check';
import { conditionalHeaders } from './conditional_headers.ts';
import type { HostileSource } from './source.ts';

const targets = [
  ...['/api/articles/1', '/api/articles', '/api/article_categories/1', '/api/settings/site', '/docs'].flatMap(
    (path) => [
      { method: 'GET', path },
      { method: 'HEAD', path },
    ],
  ),
  { method: 'GET', path: '/assets/articles/article.svg' },
  { method: 'PATCH', path: '/api/article_categories/1' },
];

/** Conditional headers, some with the entity tag that the resource has. */
export const hostileConditions: HostileSource = {
  name: 'conditional header',
  statuses: [200, 206, 304, 400, 412, 416, 429, 431],
  requests: async (seed, { tagOf }) => {
    const request = fc.tuple(fc.constantFrom(...targets), conditionalHeaders, fc.constantFrom('start', 'end', 'none'));
    const made = fc.sample(request, { seed, numRuns: 20 });
    return Promise.all(
      made.map(async ([{ method, path }, { name, value }, place]) => {
        const tag = place === 'none' ? undefined : await tagOf(path);
        const list = place === 'start' ? [tag, value] : [value, tag];
        const headers = { [name]: list.filter(Boolean).join(', ') };
        if (method !== 'PATCH') return { caller: 'manager', method, path, headers } as const;
        const json = { ...headers, 'Content-Type': 'application/json' };
        return { caller: 'manager', method, path, headers: json, body: '{"name":"Changed"}' } as const;
      }),
    );
  },
};
