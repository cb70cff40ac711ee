import type { DriversLicense, LoanEntity } from '@cairn/contract';
import type { LicenseSide } from '@cairn/contract/drivers-license-terms';
import { Button, Flex, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { toast } from '../../lib/toast.ts';
import { blockedBecause } from '../documents/scanState.ts';
import classes from './DriversLicenses.module.css';
import { LicenseForm } from './LicenseForm.tsx';
import { NO_VALUES, valuesOfBarcode, valuesOfSaved } from './licenseForm.ts';
import { type LicenseReading, UNREAD_ADVICE } from './licenseReading.ts';
import { readLicense } from './readLicense.ts';
import { SavedLicense } from './SavedLicense.tsx';
import { SideCard } from './SideCard.tsx';
import { useSides } from './useSides.ts';

/** The latest reading of each side. A reading that is replaced by a newer one is canceled. */
function useReadings() {
  const [isReading, setReading] = useState(false);
  const [back, setBack] = useState<LicenseReading | null>(null);
  const [isFrontABack, setFrontABack] = useState(false);
  const running = useRef<Partial<Record<LicenseSide, AbortController>>>({});
  const stop = (side: LicenseSide) => running.current[side]?.abort();
  useEffect(() => {
    const { current } = running;
    return () => Object.values(current).forEach((each) => each.abort());
  }, []);
  const readSide = async (side: LicenseSide, file: File) => {
    stop(side);
    const control = new AbortController();
    running.current[side] = control;
    if (side === 'back') {
      setBack(null);
      setReading(true);
    } else setFrontABack(false);
    const reading = await readLicense(file, side, control.signal);
    if (control.signal.aborted) return;
    if (side === 'front') {
      setFrontABack(reading.kind === 'license');
      return;
    }
    setReading(false);
    setBack(reading);
    // Failures are shown as an alert, which screen readers announce automatically.
    if (reading.kind === 'license') announce('We read the barcode. Check what it says.');
  };
  const forget = (side: LicenseSide) => {
    stop(side);
    if (side === 'front') setFrontABack(false);
    else {
      setBack(null);
      setReading(false);
    }
  };
  return { isReading, back, isFrontABack, read: readSide, forget };
}

interface OwnLicenseProps {
  entity: LoanEntity;
  data: DriversLicense;
  /** The request that the license answers, if the user came from a card on the home page. */
  requestId: string | undefined;
  onStale: () => void;
}

export function OwnLicense({ entity, data, requestId, onStale }: OwnLicenseProps) {
  const { loanId, entityId: personId } = entity;
  const { sides, take, remove } = useSides({ loanId, personId });
  const readings = useReadings();
  const [isTyping, setTyping] = useState(false);
  /** True while the person edits a license, including one that is already confirmed. */
  const [isChanging, setChanging] = useState(false);
  /** The key of the form. Each new picture of the back creates a new form, which replaces what was typed. */
  const [form, setForm] = useState(0);
  const { back } = readings;
  const images = { front: data.dlFront, back: data.dlBack };

  const choose = (side: LicenseSide, file: File) => {
    if (!take(side, file)) return;
    if (side === 'back') {
      setForm((count) => count + 1);
      setChanging(true);
    }
    void readings.read(side, file);
  };
  const drop = (side: LicenseSide) => {
    readings.forget(side);
    void remove(side);
  };
  const swap = () => {
    const { file } = sides.front;
    if (!file) return;
    drop('front');
    choose('back', file);
  };
  const onSaved = () => {
    setChanging(false);
    setTyping(false);
    readings.forget('back');
    toast.success('Your driver’s license was sent to your lender');
    window.scrollTo({ top: 0 });
  };

  const lacking = (['front', 'back'] as const).filter((side) => {
    const image = images[side];
    return !image || sides[side].status !== 'idle' || blockedBecause(image) !== undefined;
  });
  const isSending = lacking.some((side) => sides[side].status === 'loading');
  const missing =
    lacking.length === 0
      ? null
      : isSending
        ? 'Wait until both pictures are saved.'
        : `Add a picture of the ${lacking.join(' and the ')} of the license first.`;
  const isSaved = data.license !== null && data.dlFront && data.dlBack && !isChanging;
  const isFormShown = !isSaved && (isTyping || back !== null || data.license !== null);
  const advice = back && back.kind !== 'license' ? UNREAD_ADVICE[back.kind] : null;
  const isRead = back?.kind === 'license';
  const initial = isRead
    ? valuesOfBarcode(back.license)
    : data.license
      ? valuesOfSaved(data.license)
      : NO_VALUES;

  return (
    <Stack gap="md">
      {isSaved && (
        <Group
          component="output"
          gap="s6"
          wrap="nowrap"
          fw={600}
          c="var(--green-fg)"
          fz="table"
          lh="table"
        >
          <IconCircleCheck size={18} stroke={1.7} aria-hidden />
          Your lender has your driver’s license.
        </Group>
      )}
      {!isSaved && !isFormShown && (
        <Text maw={576} c="var(--ink-2)" size="body">
          Take a picture of the front and the back, each on a plain surface in good light. We read
          the barcode on the back so you don’t have to type.
        </Text>
      )}
      <div className={classes.sides}>
        {(['front', 'back'] as const).map((side) => (
          <SideCard
            key={side}
            side={side}
            state={sides[side]}
            image={images[side]}
            onChoose={(file) => choose(side, file)}
            onRemove={() => drop(side)}
          />
        ))}
      </div>
      {readings.isFrontABack && sides.front.status !== 'loading' && (
        <div className={classes.notice} role="alert">
          <IconAlertTriangle size={19} stroke={1.7} aria-hidden />
          <div>
            <Text component="p" size="body" fw={600}>
              This looks like the back of the license
            </Text>
            <p>The front has your photo. You can use this picture as the back.</p>
            <Button variant="default" mih="var(--touch)" mt="xs" onClick={swap}>
              Use it as the back
            </Button>
          </div>
        </div>
      )}
      {readings.isReading && (
        <Flex component="output" align="center" gap="xs" fz="body" lh="body">
          <IconLoader2 className={classes.turning} size={18} stroke={1.7} aria-hidden />
          Reading the barcode…
        </Flex>
      )}
      {advice && (
        <div className={classes.notice} role="alert">
          <IconAlertTriangle size={19} stroke={1.7} aria-hidden />
          <div>
            <Text component="p" size="body" fw={600}>
              {advice.title}
            </Text>
            <p>{advice.text}</p>
          </div>
        </div>
      )}
      {!isSaved && !isFormShown && (
        <Button
          variant="subtle"
          className={classes.typeIt ?? ''}
          mih="var(--touch)"
          onClick={() => setTyping(true)}
        >
          Type what’s on your license
        </Button>
      )}
      {isFormShown && !readings.isReading && (
        <LicenseForm
          key={`${form} ${back?.kind}`}
          entity={entity}
          version={data.version}
          requestId={requestId}
          initial={initial}
          heading={isRead ? 'Check what we read from the barcode' : 'Type what’s on your license'}
          lead={
            isRead && back.license.isNameTruncated
              ? 'Your card cuts your name short. Complete it, and correct anything that’s wrong.'
              : isRead
                ? 'Correct anything that’s wrong.'
                : 'As it is printed on the card.'
          }
          missing={missing}
          isAddressOpen={!isRead}
          onSaved={onSaved}
          onConflict={onStale}
          onCancel={data.license ? () => setChanging(false) : undefined}
        />
      )}
      {isSaved && data.license && (
        <>
          <SavedLicense entity={entity} license={data.license} />
          <Button
            variant="default"
            className={classes.typeIt ?? ''}
            mih="var(--touch)"
            onClick={() => {
              setForm((count) => count + 1);
              setChanging(true);
            }}
          >
            Change what it says
          </Button>
        </>
      )}
    </Stack>
  );
}
