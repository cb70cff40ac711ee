import { Button, CloseButton } from '@mantine/core';
import { useDrag } from '@mantine/hooks';
import { type NotificationData, Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { timing } from '../tokens.json';
import { useStore } from '../lib/store.ts';
import { type Gone, type Toast, waitingToasts } from '../lib/toast.ts';
import classes from './Toaster.module.css';

const DISMISS_AT = timing.toastDragPercent / 100;
const WIDTH_PX = 360;
const icons = { error: IconAlertCircle, success: IconCircleCheck, info: IconInfoCircle };

interface ToastCardProps {
  kind: Toast['kind'];
  message: ReactNode;
  undo: (() => void) | undefined;
  hide: () => void;
}

/** Dragged away only when 80 % of its width has gone: less is a slip of the hand. */
function ToastCard({ kind, message, undo, hide }: ToastCardProps) {
  const [moved, setMoved] = useState(0);
  const card = useRef<HTMLDivElement | null>(null);
  const drag = useDrag<HTMLDivElement>(
    ({ movement: [x], last }) => {
      if (!last) return setMoved(x);
      if (Math.abs(x) >= DISMISS_AT * (card.current?.offsetWidth ?? WIDTH_PX)) hide();
      else setMoved(0);
    },
    { axis: 'x', threshold: 5 },
  );
  const Icon = icons[kind];
  return (
    <div
      className={classes.card}
      data-kind={kind}
      data-dragged={drag.active || undefined}
      ref={(node) => {
        card.current = node;
        drag.ref(node);
      }}
      style={{ transform: `translateX(${moved}px)` }}
    >
      <Icon className={classes.icon} size={18} stroke={1.7} aria-hidden />
      <span className={classes.message}>{message}</span>
      {undo && (
        <Button
          variant="default"
          size="compact-sm"
          mih={44}
          onClick={() => {
            hide();
            undo();
          }}
        >
          Undo
        </Button>
      )}
      <CloseButton size="sm" aria-label="Dismiss" onClick={hide} />
    </div>
  );
}

/** By the id of the toast, while it is shown. */
const undos = new Map<string, () => void>();

function renderToast({ id = '', message, 'data-kind': kind }: NotificationData) {
  return (
    <ToastCard
      kind={kind as Toast['kind']}
      message={message}
      undo={undos.get(id)}
      hide={() => notifications.hide(id)}
    />
  );
}

const shown = new Set<string>();

function apply(toast: Toast | Gone): void {
  if ('gone' in toast) {
    notifications.hide(toast.id);
    return;
  }
  const data: NotificationData & { id: string } = {
    id: toast.id,
    message: toast.message,
    autoClose: toast.stayMs,
    role: toast.kind === 'error' ? 'alert' : 'status',
    'data-kind': toast.kind,
    onClose: ({ id = '' }) => {
      shown.delete(id);
      undos.delete(id);
    },
  };
  if (toast.undo) undos.set(toast.id, toast.undo);
  if (shown.has(toast.id)) notifications.update(data);
  else notifications.show(data);
  shown.add(toast.id);
}

export default function Toaster() {
  const waiting = useStore(waitingToasts);
  useEffect(() => {
    if (waiting.length === 0) return;
    waiting.forEach(apply);
    waitingToasts.set([]);
  }, [waiting]);
  return (
    <Notifications
      position="bottom-right"
      containerWidth={WIDTH_PX}
      allowDragDismiss={false}
      allowScrollDismiss={false}
      pauseResetOnHover="notification"
      renderNotification={renderToast}
      classNames={{ root: classes.root ?? '', notification: classes.frame ?? '' }}
    />
  );
}
