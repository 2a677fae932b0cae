import { TEMPLATES } from '../../sms/templates/all.ts';
import { listConfirmations } from '../../store/templates/confirmations.ts';
import type { Services } from '../services.ts';

/** A template of the code with what staff have said about this version of it. */
export type TemplateListing = {
  template_id: string;
  template_version: number;
  kind: string;
  operator: string;
  sample_count: number;
  confirmed_at: Date | null;
  confirmed_by: string | null;
};

/** Every template in the order in which they are tried. */
export async function listTemplates(services: Services): Promise<TemplateListing[]> {
  const confirmations = await listConfirmations(services.pool);
  return TEMPLATES.map((template) => {
    const confirmation = confirmations.find(
      (row) => row.template_id === template.id && row.template_version === template.version,
    );
    return {
      template_id: template.id,
      template_version: template.version,
      kind: template.kind,
      operator: template.operator,
      sample_count: template.samples.length,
      confirmed_at: confirmation?.confirmed_at ?? null,
      confirmed_by: confirmation?.confirmed_by ?? null,
    };
  });
}
