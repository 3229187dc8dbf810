import type { Locator } from 'playwright-core';
import { startPlatform, type Platform } from '../../../support/platform.ts';
import { openPage, type WatchedPage } from './browser.ts';

/** Input of a request that the page sends. */
interface Inputs {
  readonly body?: object;
  /** Texts of a form by field, and its media type. The other fields keep the examples of the document. */
  readonly form?: { readonly type: string; readonly fields: Readonly<Record<string, string>> };
  /** Values of parameters by name. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Version of the API that the page describes. */
  readonly version?: number;
}

/** Answer to a request that the page has sent. */
interface Answer {
  readonly status: number;
  readonly body: any;
}

/** A reader of the reference page of a platform, in a browser. */
export class ReferenceVisitor {
  #sent = 0;

  private constructor(
    readonly platform: Platform,
    readonly watched: WatchedPage,
  ) {}

  /** Starts a platform, and opens the page in a browser. */
  static async arrive(viewport: { width: number; height: number }): Promise<ReferenceVisitor> {
    const platform = await startPlatform();
    const visitor = new ReferenceVisitor(platform, await openPage());
    // The page reads the whole document each time, which takes long on a busy machine.
    visitor.page.setDefaultTimeout(90_000);
    await visitor.page.setViewportSize(viewport);
    await visitor.page.goto(`${platform.url}/docs`);
    await visitor.page.locator('#sign-in').waitFor();
    return visitor;
  }

  get page(): WatchedPage['page'] {
    return this.watched.page;
  }

  async leave(): Promise<void> {
    await this.watched.close();
    await this.platform.stop();
  }

  /** Signs in with the demo account that the form has. */
  async signIn(): Promise<void> {
    await this.page.locator('#sign-in button').click();
    await this.page.getByText('Signed in as student').waitFor();
  }

  /** Opens an operation by its address, sends a request from the page, and returns the answer of the server. */
  async send(id: string, { body, form, parameters = {}, version = 2 }: Inputs): Promise<Answer> {
    const query = `version=${version}&bodies=${form ? 'all' : 'json'}&sent=${++this.#sent}`;
    await this.page.goto(`${this.platform.url}/docs?${query}#/${id}`);
    const place = this.operation(id);
    await place.locator('.try-out__btn').click();
    for (const [name, value] of Object.entries(parameters))
      await place.locator(`tr[data-param-name="${name}"] input`).fill(value);
    if (body) await place.locator('textarea.body-param__text').fill(JSON.stringify(body));
    if (form) await this.#fillForm(place, form);
    const answered = this.page.waitForResponse(
      (response) => new URL(response.url()).pathname.startsWith('/api/') && !response.url().includes('openapi.json'),
    );
    await place.locator('.btn.execute').click();
    const answer = await answered;
    await place.locator('.live-responses-table .response-col_status').getByText(String(answer.status())).waitFor();
    return { status: answer.status(), body: await answer.json() };
  }

  /** The command of curl for the request that an operation has sent. */
  command(id: string): Promise<string> {
    return this.operation(id).locator('.curl').innerText();
  }

  operation(id: string): Locator {
    return this.page.locator(`[id="operations-${id.replace('/', '-')}"]`);
  }

  async #fillForm(place: Locator, { type, fields }: NonNullable<Inputs['form']>): Promise<void> {
    await place.locator('.opblock-section-request-body select').first().selectOption(type);
    for (const [name, value] of Object.entries(fields))
      await place.locator(`tr[data-property-name="${name}"] input`).first().fill(value);
  }
}
