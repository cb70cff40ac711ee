import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconClock, IconDots, IconInfoCircle, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { Avatar, AvatarStack } from '../../ui/Avatar.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { CountPill } from '../../ui/CountPill.tsx';
import { CsvButton } from '../../ui/CsvButton.tsx';
import { DescriptionList, Fact } from '../../ui/DescriptionList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { LoanTile } from '../../ui/LoanTile.tsx';
import { Card, FieldGrid, Panel, PanelHeading, PageSection } from '../../ui/Card.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { ProgressBar, ProgressRing, ProgressWithNumber } from '../../ui/Progress.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { type Hue, StatusChip } from '../../ui/StatusChip.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { Truncate } from '../../ui/Truncate.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Field, LongField } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { Forms } from './Forms.tsx';
import { Lists } from './Lists.tsx';
import { Messages } from './Messages.tsx';
import { PEOPLE } from './samples.ts';
import { Tables } from './Tables.tsx';
import { Trees } from './Trees.tsx';
import { RowList, rowLink } from '../../ui/RowList.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';

const HUES: Hue[] = ['gray', 'blue', 'green', 'orange', 'red', 'violet', 'teal'];
const LAYOUTS = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
] as const;

function Shown({ title, children }: { title: string; children: ReactNode }) {
  return <PageSection title={title}>{<Stack gap="md">{children}</Stack>}</PageSection>;
}

function Controls() {
  const [layout, setLayout] = useState<'list' | 'board'>('list');
  const [on, setOn] = useState(true);
  return (
    <Shown title="Buttons and controls">
      <Group gap="xs" mb="md">
        <Button leftSection={<Icon of={IconPlus} />}>Filled</Button>
        <Button variant="default">Default</Button>
        <Button variant="subtle">Subtle</Button>
        <Button variant="danger" leftSection={<Icon of={IconTrash} />}>
          Danger
        </Button>
        <Button disabled>Disabled</Button>
        <CsvButton variant="default" onFile={({ name }) => announce(name)} />
        <TextButton>In a sentence</TextButton>
        <Button variant="default" loading={on}>
          Loading
        </Button>
        <ActionIcon aria-label="More">
          <Icon of={IconDots} />
        </ActionIcon>
      </Group>
      <Group gap="xs" mb="md">
        <Segmented label="Layout" options={LAYOUTS} value={layout} onChange={setLayout} />
        <Switch label="Button is busy" checked={on} onChange={setOn} />
        <Keys keys="mod+k" />
      </Group>
    </Shown>
  );
}

function Statuses() {
  return (
    <Shown title="Status and progress">
      <Group gap="xs">
        {HUES.map((hue) => (
          <StatusChip key={hue} hue={hue} icon={IconClock} label={hue} />
        ))}
        <StatusChip hue="gray" icon={IconClock} label="Checking file" busy />
        <CountPill>12</CountPill>
      </Group>
      <Group>
        <ProgressRing answered={64} approved={32} />
        <Stack w={240} gap="xs">
          <ProgressBar answered={64} approved={32} />
          <ProgressWithNumber answered={100} approved={100} />
          <ProgressWithNumber answered={0} approved={0} />
        </Stack>
      </Group>
      <Banner hue="orange" icon={IconInfoCircle}>
        Maintenance starts in 20 minutes.
      </Banner>
    </Shown>
  );
}

function People() {
  return (
    <Shown title="People and text">
      <Group>
        {PEOPLE.slice(0, 3).map((person) => (
          <Avatar key={person.id} person={person} size={32} />
        ))}
        <AvatarStack people={PEOPLE} />
        <LoanTile name="Larkspur Bakery LLC" color="#F6C21C" size={32} />
      </Group>
      <Card>
        <Text size="table" w={200}>
          <Truncate>A title that is far too long for the place that it was given</Truncate>
        </Text>
        <VisuallyHidden>Read by screen readers only</VisuallyHidden>
      </Card>
    </Shown>
  );
}

function Fields() {
  return (
    <Shown title="Fields">
      <Panel>
        <PanelHeading>A panel</PanelHeading>
        <FieldGrid>
          <Field label="First name" defaultValue="Dana" />
          <Field label="Last name" error="Enter a last name" />
        </FieldGrid>
        <Field label="Link" readOnly value="https://cairn.example/u/4f2a" />
        <LongField label="Note" description="Borrowers see this." minRows={2} />
        <DescriptionList
          items={[
            ['Name', 'Dana Whitfield'],
            ['Expires', 'Nov 16, 2029'],
          ]}
        />
        <dl>
          <Fact label="Close date">Nov 16, 2029</Fact>
          <Fact label="Lender">Northgate Bank</Fact>
        </dl>
      </Panel>
    </Shown>
  );
}

/** A list that has a next page. */
const LIST = {
  hasNextPage: true,
  isFetchingNextPage: false,
  fetchNextPage: () => Promise.resolve(),
};

function Rows() {
  return (
    <Shown title="Rows">
      <RowList framed aria-label="Framed rows">
        {PEOPLE.slice(0, 2).map((person) => (
          <li key={person.id}>
            <a className={rowLink} href="#rows">
              <Avatar person={person} size={32} /> {person.givenName}
            </a>
          </li>
        ))}
      </RowList>
      <ShowMore list={LIST} />
    </Shown>
  );
}

export function Gallery() {
  return (
    <main>
      <Page>
        <PageHeader
          back={<BackLink to="/">Back</BackLink>}
          title="Gallery"
          lead="The parts that pages are built from, in all their states."
        >
          <Button leftSection={<Icon of={IconPlus} />}>Action</Button>
        </PageHeader>
        <Controls />
        <Statuses />
        <People />
        <Fields />
        <Rows />
        <Forms />
        <Lists />
        <Messages />
        <Tables />
        <Trees />
        <Shown title="Empty and loading">
          <Card>
            <EmptyState title="Nothing here yet" action={<Button>Add the first</Button>}>
              One sentence says what will be here.
            </EmptyState>
          </Card>
          <Card>
            <RowsSkeleton label="Loading" rows={3} />
          </Card>
        </Shown>
      </Page>
    </main>
  );
}
