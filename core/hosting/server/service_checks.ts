import type { Logger } from '../../kernel/base/logger.ts';
import type { Lifecycle } from '../../kernel/declare/services.ts';
import { isInstance } from '../../kernel/base/thrown.ts';
import { serviceName, type ModuleService } from '../../kernel/boot/running_services.ts';
import { inTime } from '../telemetry/timeout.ts';

const CHECK_MS = 2_000;

/** Remark of a module for operators. */
export interface Remark {
  readonly module: string;
  readonly remark: string;
}

/** Asks the services of a kernel for their state, for `/readyz` and the console. */
export class ServiceChecks {
  /** Running checks; a service is checked again only after its previous check has ended or was given up. */
  readonly #running = new Map<Lifecycle, Promise<unknown>>();

  constructor(
    private readonly services: () => readonly ModuleService[],
    private readonly logger: Logger,
  ) {}

  /** Remarks on services whose `check()` fails or is late. */
  async check(): Promise<readonly Remark[]> {
    const checks = await Promise.all(this.services().map((one) => this.#check(one)));
    return checks.filter((remark) => remark !== undefined);
  }

  /** Remarks of the services for operators, and a remark on each failed `operatorRemarks()`. */
  remarks(): readonly Remark[] {
    return this.services().flatMap(({ module, service }) => {
      try {
        const remarks: unknown = has(service, 'operatorRemarks') ? service.operatorRemarks?.() : [];
        return ((remarks ?? []) as readonly unknown[]).map((remark) => ({ module, remark: textOf(remark) }));
      } catch (err) {
        this.logger.error(
          { module, err },
          `operatorRemarks() of ${serviceName(service)} failed; /readyz lacks its remarks`,
        );
        return [{ module, remark: 'operatorRemarks() failed; the log says why.' }];
      }
    });
  }

  async #check({ module, service }: ModuleService): Promise<Remark | undefined> {
    if (!has(service, 'check')) return undefined;
    try {
      await (this.#running.get(service) ?? this.#begin(service));
      return undefined;
    } catch (err) {
      this.logger.warn({ module, err }, `check() of ${serviceName(service)} failed; /readyz reports it`);
      // The answer is public, so it contains only messages of the kernel.
      return { module, remark: isInstance(err, CheckTimeout) ? err.message : 'check() failed; the log says why.' };
    }
  }

  #begin(service: Lifecycle): Promise<unknown> {
    const late = () => new CheckTimeout(`check() did not end within ${CHECK_MS} ms.`);
    const check = inTime({ milliseconds: CHECK_MS, run: () => service.check?.(), late }).finally(() => {
      this.#running.delete(service);
    });
    this.#running.set(service, check);
    return check;
  }
}

class CheckTimeout extends Error {}

/** Whether a service has this lifecycle method; a property of the same name that is no function is ignored. */
function has(service: Lifecycle, method: keyof Lifecycle): boolean {
  return typeof service[method] === 'function';
}

function textOf(remark: unknown): string {
  if (typeof remark === 'string') return remark;
  throw new TypeError(
    `operatorRemarks() returned a list with a value of the type ${typeof remark}; return a list of texts`,
  );
}
