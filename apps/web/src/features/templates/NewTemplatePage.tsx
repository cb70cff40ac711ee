import { BLOCK_TYPES, type BlockType } from '@cairn/contract/template-terms';
import { Box, Button, Group, Stack, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { CompanySelect } from '../companies/CompanySelect.tsx';
import { useCallForm } from '../../lib/useCallForm.ts';
import { Form } from '../../ui/Form.tsx';
import { TEMPLATE_ADDRESSES, type TemplateAddresses } from './templateAddresses.ts';
import { Choice } from './fields.tsx';
import { ServedChoice } from './ServedChoice.tsx';
import fields from './fields.module.css';
import classes from './TemplatesPage.module.css';
import { useCompanyFilter } from './TemplatesPage.tsx';
import { useUser } from '../../lib/useUser.ts';

const LINKS = ['COMPANY', 'INDIVIDUAL', 'TRUST', 'ASSET'] as const;
type EntityLink = (typeof LINKS)[number];

const NEW_TEMPLATE: {
  name: string;
  blockType: BlockType;
  loanType: string;
  entityType: string;
  links: readonly EntityLink[];
} = {
  name: '',
  blockType: 'LOAN',
  loanType: '',
  entityType: '',
  links: ['COMPANY', 'INDIVIDUAL'],
};

export function NewTemplatePage({ addresses }: { addresses: TemplateAddresses }) {
  const user = useUser();
  const navigate = useNavigate();
  const form = useCallForm('createTemplate', {
    mode: 'controlled',
    initialValues: { ...NEW_TEMPLATE, company: useCompanyFilter() ?? '' },
    optional: ['loanType', 'entityType', 'company'],
    request: ({ name, blockType, loanType, entityType, company, links }) => {
      const types = { loanType: loanType || null, entityType: entityType || null };
      return {
        body: {
          name,
          blockType,
          ...(types as object),
          ...(company && { company }),
          ...(blockType === 'LOAN' && { entityTypeLinks: [...links] }),
        },
      };
    },
    onSuccess: (_given, { id }) =>
      void navigate({ to: addresses.edit, params: { templateId: id } }),
  });
  const { blockType, loanType, entityType, company, links } = form.values;
  const toggle = (link: EntityLink, on: boolean) =>
    form.setField('links', on ? [...links, link] : links.filter((other) => other !== link));
  return (
    <Page width="list">
      <PageHeader title="New template" />
      <Box maw={520}>
        <Form
          form={form}
          actions={
            <Group gap="xs" align="stretch" wrap="nowrap">
              <Button type="submit" loading={form.busy}>
                Create
              </Button>
              <Button variant="default" component={Link} to={addresses.list}>
                Cancel
              </Button>
            </Group>
          }
        >
          <TextInput
            {...form.field('name')}
            label="Name"
            maxLength={255}
            classNames={{ input: fields.input ?? '' }}
          />
          {/* An administrator chooses the company. For all other users it is their own. */}
          {user.roleLevel === 'ADMIN' && (
            <CompanySelect
              label="Company"
              value={company}
              onChange={(id) => form.setField('company', id)}
            />
          )}
          {form.errors['company'] && <p role="alert">{form.errors['company']}</p>}
          {addresses === TEMPLATE_ADDRESSES.v2 && (
            <Choice
              label="Applied to"
              value={blockType}
              options={BLOCK_TYPES}
              onChange={(block) => form.setField('blockType', block)}
            />
          )}
          <ServedChoice
            label="Loan type"
            value={loanType}
            empty="Any loan type"
            optionsOf={({ loanTypes }) => loanTypes}
            onChange={(type) => form.setField('loanType', type)}
          />
          <ServedChoice
            label="Entity type"
            value={entityType}
            empty="All entity types"
            optionsOf={({ entityTypes }) => entityTypes}
            onChange={(type) => form.setField('entityType', type)}
          />
          {blockType === 'LOAN' && (
            <Stack component="fieldset" className={classes.boxes} gap="xs">
              <legend>Blocks that repeat for each</legend>
              {LINKS.map((link) => (
                <label key={link}>
                  <input
                    type="checkbox"
                    checked={links.includes(link)}
                    onChange={(event) => toggle(link, event.currentTarget.checked)}
                  />
                  {BLOCK_TYPES[link]}
                </label>
              ))}
            </Stack>
          )}
        </Form>
      </Box>
    </Page>
  );
}
