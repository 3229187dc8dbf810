import { Badge } from '../../parts/badge.tsx';
import { Problem } from '../../parts/notice.tsx';
import { t } from '../../translations.ts';
import type { pluginPlan } from '../../../shapes/plugin_plan.ts';
import type { Answer } from '../../wire.ts';

interface ShownProps {
  readonly plan: Pick<Answer<typeof pluginPlan>, 'breaks' | 'text'> & { readonly state: string };
  readonly button: string;
  readonly onAdd: () => void;
}

/** A plan, or the error of a failed one. A plan that is ready has the button that goes on. */
export function PlanShown({ plan: { state, breaks, text }, button, onAdd }: ShownProps) {
  return (
    <>
      {(breaks || state === 'failed') && (
        <p>
          <Badge state="problem">{t(breaks ? 'breaks' : 'failed')}</Badge>
        </p>
      )}
      <pre>{text}</pre>
      {state === 'ready' && breaks && <Problem>{t('breaksWarning')}</Problem>}
      {state === 'ready' && (
        <button type="button" class={breaks ? 'danger' : 'primary'} onClick={onAdd}>
          {button}
        </button>
      )}
    </>
  );
}
