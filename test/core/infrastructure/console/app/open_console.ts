import axe from 'axe-core';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openPage, type WatchedPage } from '../../../hosting/openapi/browser.ts';
import type { Files } from '../../../../support/installation.ts';
import { startPlatform, startWithPlugins, type Platform } from '../../../../support/platform.ts';

/** A platform with its console in a browser. */
export interface OpenConsole extends WatchedPage {
  readonly platform: Platform;
  /** Opens a page of the console by its address. */
  readonly visit: (path: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

interface Options {
  /** Shares the platform with no other test file. */
  readonly own?: boolean;
  /** Files of plugins. */
  readonly plugins?: Files;
  readonly config?: object;
}

/** Starts a platform, and a page in a browser. The charts get two points a second. */
export async function openConsole({ own = false, plugins, config = {} }: Options = {}): Promise<OpenConsole> {
  const settings = { modules: { console: { sampleSeconds: 0.5 } }, ...config };
  const platform = own || plugins ? await startWithPlugins(plugins ?? {}, settings) : await startPlatform(settings);
  const watched = await openPage();
  await watched.page.setViewportSize({ width: 1280, height: 900 });
  return {
    ...watched,
    platform,
    visit: async (place) => {
      await watched.page.goto(`${platform.url}/console${place}`);
    },
    end: async () => {
      await watched.close();
      await platform.stop();
    },
  };
}

/** Opens a page of a console as a manager before the tests of a suite, and ends the console after them. */
export function signedInAt(path: string, options: Options = {}): () => OpenConsole {
  let opened: OpenConsole;
  before(async () => {
    opened = await openConsole(options);
    await opened.visit(path);
    await signIn(opened.page, 'manager');
  });
  after(() => opened.end());
  return () => opened;
}

/** Signs in by the form. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Nickname, e-mail').fill(username);
  await page.getByLabel('Password').fill('Lectern-2026');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Expects that axe-core finds nothing in the page, at the width of a desktop and of a phone, light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    // Evaluated instead of loaded, because the security policy of the page forbids foreign scripts; once in a document.
    if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
    const found = await page.evaluate<readonly Violation[]>(
      `axe.run('html', { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
    );
    const texts = found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
    expect(texts, `axe-core at ${width} pixels, ${colorScheme}`).to.deep.equal([]);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(wide, 'width of the page').to.be.at.most(width);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}
