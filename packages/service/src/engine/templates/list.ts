import { TEMPLATES } from '../../sms/templates/all.ts';
import { listConfirmations } from '../../store/templates/confirmations.ts';
import type { Services } from '../services.ts';
import { readTemplates } from './read.ts';

/** A template with what staff have said about this version of it. */
export type TemplateListing = {
  template_id: string;
  template_version: number;
  kind: string;
  operator: string;
  /** Ships with the service; else staff have taught it. */
  shipped: boolean;
  wordings: string[];
  sample_count: number;
  confirmed_at: Date | null;
  confirmed_by: string | null;
};

/** Every template in the order in which they are preferred; of a taught one the latest version. */
export async function listTemplates(services: Services): Promise<TemplateListing[]> {
  const templates = await readTemplates(services.pool);
  const confirmations = await listConfirmations(services.pool);
  return templates.map(({ id, version, kind, operator, wordings, samples }) => {
    const confirmation = confirmations.find(
      (row) => row.template_id === id && row.template_version === version,
    );
    return {
      template_id: id,
      template_version: version,
      kind,
      operator,
      shipped: TEMPLATES.some((one) => one.id === id),
      wordings: wordings.map(({ text }) => text),
      sample_count: samples.length,
      confirmed_at: confirmation?.confirmed_at ?? null,
      confirmed_by: confirmation?.confirmed_by ?? null,
    };
  });
}
