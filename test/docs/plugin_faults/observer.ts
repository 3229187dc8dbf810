import type { BuiltServer } from '../../support/built_server.ts';
import { eventually } from '../../support/eventually.ts';
import type { FaultRequest, PluginFault } from './fault.ts';

interface ReadyPage {
  readonly plugins: readonly { readonly name: string; readonly state: string; readonly reason?: string }[];
  readonly remarks?: readonly { readonly module: string; readonly remark: string }[];
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

  /** Makes a mistake. @throws Error when neither `/readyz` nor the log names the plugin */
  async observe({ plugin, request }: PluginFault): Promise<void> {
    const before = this.#server.lines.length;
    if (request) await this.#send(request);
    else if (this.#page.plugins.some(({ name, state }) => name === plugin && state === 'set aside')) return;
    else if (this.#page.remarks?.some(({ module }) => module === plugin)) return;
    await this.#mustBeLogged(plugin, request ? before : 0);
  }

  /** Requests `paths`. @returns the statuses */
  statuses(paths: readonly string[]): Promise<number[]> {
    return Promise.all(paths.map(async (path) => (await fetch(this.#url + path)).status));
  }

  async #send({ path, method = 'GET', headers = {} }: FaultRequest): Promise<void> {
    await (await fetch(this.#url + path, { method, headers })).text();
  }

  /** Waits for an error in the log that names the plugin, from a line on. */
  async #mustBeLogged(plugin: string, from: number): Promise<void> {
    const isNamed = ({ module, err }: Record<string, any>) =>
      module === plugin || String(err?.message).includes(`of module ${plugin} `);
    await eventually(async () => {
      if (!this.#server.lines.slice(from).some((one) => one['level'] >= ERROR && isNamed(one)))
        throw new Error(`No error in the log names ${plugin}.`);
    });
  }
}
