import type { BuiltServer } from '../../support/built_server.ts';
import { eventually } from '../../support/eventually.ts';
import type { FaultRequest, PluginFault } from './fault.ts';

/** Observed effect of a mistake. */
export interface Observation {
  /** Answer to the client; `nothing` without a request that leads to the mistake. */
  readonly client: string;
  /** Place where operators find the name of the plugin. */
  readonly operator: string;
}

interface ReadyPage {
  readonly plugins: readonly { readonly name: string; readonly state: string; readonly reason?: string }[];
  readonly remarks?: readonly { readonly module: string; readonly remark: string }[];
}

interface ErrorBody {
  readonly error?: { readonly code: number };
}

const ERROR = 50;

/** Triggers the mistakes of plugins in a running server, and observes their effects for clients and operators. */
export class FaultObserver {
  readonly #server: BuiltServer;
  readonly #url: string;
  readonly #page: ReadyPage;

  private constructor(server: BuiltServer, url: string, page: ReadyPage) {
    this.#server = server;
    this.#url = url;
    this.#page = page;
  }

  static async of(server: BuiltServer): Promise<FaultObserver> {
    const url = await server.url();
    return new FaultObserver(server, url, (await (await fetch(`${url}/readyz`)).json()) as ReadyPage);
  }

  async observe({ plugin, request }: PluginFault): Promise<Observation> {
    const before = this.#server.lines.length;
    if (request) return { client: await this.#answer(request), operator: await this.#logged(plugin, before) };
    const aside = this.#page.plugins.find(({ name, state }) => name === plugin && state === 'set aside');
    if (aside) {
      const client = await this.#answer({ path: `/api/plugins/${plugin}/goods` });
      return { client, operator: `\`/readyz\`: set aside, naming ${fileIn(aside.reason ?? '', plugin)}` };
    }
    const remark = this.#page.remarks?.find(({ module }) => module === plugin)?.remark;
    return { client: 'nothing', operator: remark ? `\`/readyz\`: \`${remark}\`` : await this.#logged(plugin, 0) };
  }

  /** Returns the reason why a plugin was set aside. */
  reasonOf(name: string): string {
    return this.#page.plugins.find((one) => one.name === name)?.reason ?? 'nothing';
  }

  /** Requests `paths`. @returns the statuses */
  statuses(paths: readonly string[]): Promise<number[]> {
    return Promise.all(paths.map(async (path) => (await fetch(this.#url + path)).status));
  }

  async #answer({ path, method = 'GET', headers = {} }: FaultRequest): Promise<string> {
    const answer = await fetch(this.#url + path, { method, headers });
    const text = await answer.text();
    const body = answer.ok ? {} : (JSON.parse(text) as ErrorBody);
    return body.error ? `${answer.status}, code ${body.error.code}` : String(answer.status);
  }

  /** Describes the first error in the log that names the plugin, beginning at a line. */
  async #logged(plugin: string, from: number): Promise<string> {
    const isNamed = ({ module, err }: Record<string, any>) =>
      module === plugin || String(err?.message).includes(`of module ${plugin} `);
    let line: Record<string, any> | undefined;
    await eventually(async () => {
      line = this.#server.lines.slice(from).find((one) => one['level'] >= ERROR && isNamed(one));
      if (!line) throw new Error(`No error in the log names ${plugin}.`);
    });
    return `log: \`${line?.['msg']}\``;
  }
}

/** Returns the file at the start of a reason, relative to the folder of the plugin. */
function fileIn(reason: string, plugin: string): string {
  const [file = ''] = reason.split(': ');
  return `\`${file.replace(`plugins/${plugin}/`, '')}\``;
}
